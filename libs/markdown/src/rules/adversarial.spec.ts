import { compileLinkifiers } from '../links/linkifier';
import { topicLinks } from '../links/topic-links';
import { ada, code, emoji, html, itFollows, link, list, loose, quote, silentAda } from './rule-html';

const p = (text: string): string => `<p>${text}</p>`;
const ops = '<a class="stream" data-stream-id="5" href="/#narrow/channel/5-ops">#ops</a>';

/** Where constructs meet: each row is a rule of markdown.md at a border that its examples do not show. */
describe('constructs inside of and next to each other', () => {
  itFollows([
    ['1.2 a newline at the end of the text is no break', 'a\n', p('a')],
    ['1.2 nor is one behind a link', 'https://example.net\n', p(link('https://example.net'))],
    ['1.4 text behind a heading of an item is a block of its own', '* # h\nt', list('ul', '\n<h1>h</h1>\n<br>\nt')],
    ['2 a heading in a loose item', '* a\n\n* # b', list('ul', loose('a'), '\n<h1>b</h1>\n')],
    ['2 marks of a heading only at its end', '## a #b# ##', '<h2>a #b#</h2>'],
    ['2 a mark of a heading in code', '# a `#`', '<h1>a <code>#</code></h1>'],
    ['2 emphasis next to strong', '**a***b*', p('<strong>a</strong><em>b</em>')],
    ['2 three stars on two lines', '***a\nb***', p('***a<br>\nb***')],
    ['3.1 a list of both kinds of nesting', '1. * a', `<ol>\n<li>\n${list('ul', 'a')}\n</li>\n</ol>`],
    ['3.1 four spaces are two levels at once', '- a\n    - b', list('ul', 'a<br>\n    - b')],
    ['3.3 the hanging list that looks like a table', 'a | b\n- | -', `${p('a | b')}\n${list('ul', '| -')}`],
    ['3.3 a fence in an item is none', '* a\n  ```\n  b\n  ```', list('ul', 'a<br>\n  <code>\n  b\n  </code>')],
    ['3.4 a quote in an item', '* a\n> b', list('ul', `a${quote(p('b'))}\n`)],
    ['3.4 a quote that ends in a bare marker', '> a\n>', quote(p('a'))],
    ['3.4 a mention right behind the marker is silent', '>@**Ada Byron**', quote(p(silentAda))],
    ['3.4 lazy lines are silent too', '> a\n@**Ada Byron**', quote(p(`a<br>\n${silentAda}`))],
    [
      '3.4 a quote in a spoiler is silent, the rest is not',
      '```spoiler\n> @**Ada Byron**\n\n@**Ada Byron**\n```',
      spoiler(`${quote(p(silentAda))}\n${p(ada)}`),
    ],
    [
      '4.4 a spoiler in a quote is silent',
      '````quote\n```spoiler\n@**Ada Byron**\n```\n````',
      quote(spoiler(p(silentAda))),
    ],
    ['3.5 a row of nothing but pipes', '|a|b|\n|-|-|\n|||', table('<td></td>\n<td></td>')],
    [
      '3.5 an escaped pipe stays with its backslash',
      '|a|b|\n|-|-|\n|x \\| y|z|',
      table('<td>x \\| y</td>\n<td>z</td>'),
    ],
    ['3.5 a quote mark in a row is text', '|a|b|\n|-|-|\n> x', table('<td>&gt; x</td>\n<td></td>')],
    ['4.1 code between code', '`` ` `` ` `` `', p('<code> ` </code> <code> `` </code>')],
    [
      '4.2 a fence directly behind an item',
      '* a\n```\nx\n```\n* b',
      `${list('ul', 'a')}\n${code('x')}\n${list('ul', 'b')}`,
    ],
    ['4.2 languages with signs', '```C++\n```\n\n~~~ {.c#}\n~~~', ''],
    ['5.1 brackets in code do not balance', '[`]`](/x)', p(link('/x', '<code>]</code>'))],
    ['5.1 an address over two lines', '[a](/x\ny)', p(link('/xy', 'a'))],
    ['5.1 a link in the text of a link is text', '[[a](/x)](/y)', p(link('/y', '[a](/x)'))],
    ['5.1 an address that starts like a host', '[a](//example.net/b)', p(link('http://example.net/b', 'a'))],
    [
      '5.2 domains of other scripts',
      'пример.рф bücher.de',
      p(`${link('http://пример.рф', 'пример.рф')} ${link('http://bücher.de', 'bücher.de')}`),
    ],
    ['5.2 brackets are no border', '[example.net] {example.net}', p('[example.net] {example.net}')],
    ['5.2 a scheme in capitals is none', 'HTTPS://example.net', p('HTTPS://example.net')],
    ['5.2 a fragment needs a path', 'https://example.net#a', p('https://example.net#a')],
    ['6 emoji between emoji', ':tada::tada:', p(emoji('tada', '1f389') + emoji('tada', '1f389'))],
    [
      '6 two flags without space',
      '🇩🇪🇫🇷',
      p(emoji('flag_germany', '1f1e9-1f1ea') + emoji('flag_france', '1f1eb-1f1f7')),
    ],
    ['7.1 an id with a name in other case is none', '@**ada byron|31**', p('@<strong>ada byron|31</strong>')],
    ['7.1 a wildcard takes no id', '@**all|31**', p('@<strong>all|31</strong>')],
    [
      '7.1 full-width and zero-width characters are no border',
      '\u200b@**Ada Byron** １@**Ada Byron**',
      p('\u200b@<strong>Ada Byron</strong> １@<strong>Ada Byron</strong>'),
    ],
    ['7.1 a space of another script is one', 'a\u3000@**Ada Byron**', p(`a\u3000${ada}`)],
    [
      '8 a topic that holds a link to a message',
      '#**ops>a@9@10**',
      p('<a class="message-link" href="/#narrow/channel/5-ops/topic/a.409/near/10">#ops &gt; a@9 @ 💬</a>'),
    ],
    ['8 a topic that holds code is none', '#**ops>`a`**', p('#<strong>ops&gt;<code>a</code></strong>')],

    ['8 a bracket is no border, a brace is', '[#**ops**] {#**ops**}', p(`[#<strong>ops</strong>] {${ops}}`)],
    [
      '10 two times, one of them wrong',
      '<time:x><time:2026-03-05>',
      p('&lt;time:x&gt;<time datetime="2026-03-05T00:00:00Z">2026-03-05</time>'),
    ],
  ]);

  it.each([
    ['ISO 8601 without separators', '20260305T093000Z', '2026-03-05T09:30:00Z'],
    ['without minutes', '2026-03-05T09', '2026-03-05T09:00:00Z'],
    ['an hour of one digit', '2026-03-05T9:30', '2026-03-05T09:30:00Z'],
    ['in small letters', '2026-03-05t09:30z', '2026-03-05T09:30:00Z'],
    ['a month', '2026-03', '2026-03-01T00:00:00Z'],
  ])('10 times: %s', (_rule, source, expected) => {
    expect(html(`<time:${source}>`)).toBe(p(`<time datetime="${expected}">${source}</time>`));
  });

  it.each(['5pm', '12:30', '31/12/2026', '5-Mar-2026', '2026-03-05 09:30 PM', 'Thu, 05 Mar 2026 09:30:00 +0200'])(
    '10 times that are none: %s',
    (source) => {
      expect(html(`<time:${source}>`)).toContain(`&lt;time:${source}&gt;`);
    },
  );

  it.each([
    [
      'a punctuation mark behind an address is not part of it',
      'see example.net. or example.org?',
      ['example.net', 'example.org'],
    ],
    ['an address inside of a word is none', 'x(example.net', []],
    ['another scheme is none', 'ftp://example.net', []],
    ['a path with parentheses ends at its parenthesis', 'https://example.net/a(b)', []],
  ])('11.2 topic links: %s', (_rule, topic, texts) => {
    expect(topicLinks(topic, []).map(({ text }) => text)).toEqual(texts);
  });

  it('11.2 topic links: two linkifiers and an address in the order of their positions', () => {
    const linkifiers = compileLinkifiers([
      { pattern: '#(?P<n>[0-9]+)', urlTemplate: 'https://one.example.net/{n}' },
      { pattern: '(?P<w>#?[0-9]+x?)', urlTemplate: 'https://two.example.net/{w}' },
    ]);
    expect(topicLinks('7 example.net #8 #9x', linkifiers)).toEqual([
      { text: '7', url: 'https://two.example.net/7' },
      { text: 'example.net', url: 'https://example.net' },
      { text: '#8', url: 'https://one.example.net/8' },
      { text: '#9x', url: 'https://two.example.net/%239x' },
    ]);
  });

  it.each([
    ['lua', 'Lua'],
    ['Perl', 'Perl'],
    ['objective-c', 'Objective-C'],
    ['vb.net', 'VB.net'],
    ['py3', 'Python'],
  ])('4.3 a language that is not coloured has the name that clients match: %s', (alias, name) => {
    expect(html(`\`\`\`${alias}\nx\n\`\`\``)).toContain(`data-code-language="${name}"`);
  });
});

function spoiler(content: string): string {
  return `<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n${content}\n</div></div>`;
}

function table(row: string): string {
  return `<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n${row}\n</tr>\n</tbody>\n</table>`;
}
