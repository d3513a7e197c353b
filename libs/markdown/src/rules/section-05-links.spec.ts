import { html, itFollows, link } from './rule-html';

const p = (text: string): string => `<p>${text}</p>`;

describe('5.1 [text](url)', () => {
  itFollows([
    ['address in angle brackets', '[a](<https://example.net/x y>)', p(link('https://example.net/x%20y', 'a'))],
    ['balanced parentheses', '[a](https://example.net/x_(y)_(z))', p(link('https://example.net/x_(y)_(z)', 'a'))],
    ['spaces', '[a](https://example.net/x y)', p(link('https://example.net/x%20y', 'a'))],
    ['title', '[a](https://example.net "b c")', p(link('https://example.net', 'a', 'b c'))],
    ["title in '", "[a](https://example.net 'b')", p(link('https://example.net', 'a', 'b'))],
    ['empty text shows the href', '[](https://example.net) [](/a)', p(`${link('https://example.net')} ${link('/a')}`)],
    ['brackets balance', '[a [b] c](/x) [d] e](/y)', p(`${link('/x', 'a [b] c')} [d] e](/y)`)],
    ['rejected: literal text', '[a](javascript:b) [c](data:d)', p('[a](javascript:b) [c](data:d)')],
    ['space between the parts is no link', '[a] (/b)', p('[a] (/b)')],
    ['no target, no rel', '[a](https://example.net)', p('<a href="https://example.net">a</a>')],
  ]);
});

describe('5.2 autolinks', () => {
  const linked = (url: string, before = '', after = ''): readonly [string, string, string] => [
    `${before}${url}${after}`,
    `${before}${url}${after}`,
    p(
      `${before.replace('<', '&lt;')}${link(/^\w+:/.test(url) ? url : `http://${url}`, url)}${after.replace('>', '&gt;')}`,
    ),
  ];
  itFollows([
    linked('https://example.net'),
    linked('http://example.net'),
    linked('https://example.net:8080/a'),
    linked('https://a-b.example.net'),
    linked('https://localhost'),
    linked('example.net'),
    linked('sub.Example.net'),
    linked('example.net/a/b'),
    linked('example.net?a=1'),
    linked('https://example.net/?a=1#b'),
    ...[' ', "'", '"', '(', ',', ':', '<'].map((before) => linked('https://example.net', `x${before}`)),
    ...[...'!:;?),.\'">'].map((after) => linked('https://example.net/a', '', `${after} x`)),
    linked('https://example.net/a', '', '?!'),
    linked('https://example.net/(a)_(b)'),
    linked('https://example.net/((((((a))))))'),
    ['too deep', 'https://example.net/(((((((a)))))))', p('https://example.net/(((((((a)))))))')],
    ['unbalanced', 'https://example.net/(a', p('https://example.net/(a')],
    ['not in the path: "', 'https://example.net/a"b', p('https://example.net/a"b')],
    [
      'no query: ?) ?"',
      'example.net?) example.net?"',
      p(`${link('http://example.net', 'example.net')}?) ${link('http://example.net', 'example.net')}?"`),
    ],
    ['email', 'a.b-c@example.net', p(link('mailto:a.b-c@example.net', 'a.b-c@example.net'))],
    ['email has no path', 'a@example.net/b', p('a@example.net/b')],
    ['bitcoin', 'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', p(link('bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'))],
    [
      'not after other characters',
      'xhttps://example.net *https://example.net |example.net',
      p('xhttps://example.net *https://example.net |example.net'),
    ],
    ['not directly in strong', '**https://example.net**', p('<strong>https://example.net</strong>')],
    ['not before other characters', 'example.net* example.net|', p('example.net* example.net|')],
    ['TLD in lower case', 'example.NET', p('example.NET')],
    ['TLD of the list', 'example.nosuchtld a.b', p('example.nosuchtld a.b')],
    ['excluded TLDs', 'a.java a.md a.mov a.py a.zip', p('a.java a.md a.mov a.py a.zip')],
    [
      'not linked',
      'ftp://example.net/x file:///a tel:1 magnet:?a localhost',
      p('ftp://example.net/x file:///a tel:1 magnet:?a localhost'),
    ],
    ['the text is what was typed', 'https://example.net/a&b', p(link('https://example.net/a&amp;b'))],
  ]);
});

describe('5.3 URL sanitising', () => {
  const href = (url: string): string | undefined =>
    / href="([^"]*)"/.exec(html(`[a](<${url}>)`, { hasMediaPreviews: false }))?.[1];

  it.each([
    ['spaces', 'https://example.net/a b', 'https://example.net/a%20b'],
    ['unparsable', 'https://[example.net', ''],
    ['@ in the path', 'ada@example.net', 'mailto:ada@example.net'],
    ['path', '/a/b?c#d', '/a/b?c#d'],
    ['fragment', '#narrow/is/dm', '#narrow/is/dm'],
    ['no scheme', 'example.net/a', 'http://example.net/a'],
    ['own pages', 'https://chat.example.org/#narrow/is/dm', '#narrow/is/dm'],
    ['own uploads', 'https://chat.example.org/user_uploads/2/ab/f.txt', 'user_uploads/2/ab/f.txt'],
    ['other own addresses stay', 'https://chat.example.org/help', 'https://chat.example.org/help'],
  ])('%s', (_rule, url, expected) => {
    expect(href(url)).toBe(expected);
  });

  it.each(
    (
      'http https ftp file mid bitcoin geo im irc ircs magnet mailto matrix mms news nntp openpgp4fpr sip sms smsto ssh tel urn webcal ' +
      'wtai xmpp'
    ).split(' '),
  )('allows %s', (scheme) => {
    expect(href(`${scheme}://x/y`)).toMatch(new RegExp(`^${scheme}:`));
  });

  it.each(['javascript', 'data', 'vbscript', 'JavaScript', 'blob', 'about', 'chrome', 'view-source', 'obsidian', 'ws'])(
    'rejects %s',
    (scheme) => {
      expect(href(`${scheme}:x`)).toBeUndefined();
    },
  );

  it.each(['java\nscript:x', '\u0001javascript:x', ' javascript:x', 'java\tscript:x', 'javascript&colon;x'])(
    'is not misled by %j',
    (url) => {
      expect(href(url) ?? '').not.toMatch(/^\s*javascript:/i);
    },
  );

  it('the text keeps the full address', () => {
    expect(html('https://chat.example.org/#narrow/is/dm')).toBe(
      p(link('#narrow/is/dm', 'https://chat.example.org/#narrow/is/dm')),
    );
  });
});
