import { AlertWordIndex } from '../alert-words';
import { compileLinkifiers } from '../links/linkifier';
import { topicLinks } from '../links/topic-links';
import { html, itFollows, link, rendered } from './rule-html';

const p = (text: string): string => `<p>${text}</p>`;

describe('10 times', () => {
  const time = (source: string): string | undefined => /datetime="([^"]*)"/.exec(html(`<time:${source}>`))?.[1];

  it.each([
    ['2026-03-05', '2026-03-05T00:00:00Z'],
    ['2026-03-05T09:30', '2026-03-05T09:30:00Z'],
    ['2026-03-05T09:30:15', '2026-03-05T09:30:15Z'],
    ['2026-03-05T09:30:15.25', '2026-03-05T09:30:15.250000Z'],
    ['2026-03-05T09:30:15.000', '2026-03-05T09:30:15Z'],
    ['2026-03-05T09:30Z', '2026-03-05T09:30:00Z'],
    ['2026-03-05T09:30+02:00', '2026-03-05T07:30:00Z'],
    ['2026-03-05T09:30-0530', '2026-03-05T15:00:00Z'],
    ['2026-03-05T09:30+02', '2026-03-05T07:30:00Z'],
    ['2026-03-05 09:30 +02:00', '2026-03-05T07:30:00Z'],
    ['2024-02-29', '2024-02-29T00:00:00Z'],
  ])('%s', (source, expected) => {
    expect(time(source)).toBe(expected);
  });

  it.each([
    '',
    'soon',
    '2026-13-01',
    '2026-02-30',
    '2023-02-29',
    '2026-03-05T24:30',
    '2026-03-05T09:60',
    '99999999999999',
    ...['Mar 5 2026 9am', '5 Mar 2026 21:15', '2026/3/5', '1772694600', '0'],
  ])('levels 451 and 503: %j is no time, and stays as it was written', (source) => {
    expect(html(`<time:${source}>`)).toBe(p(`&lt;time:${source}&gt;`));
  });

  itFollows([
    [
      'the text is the input',
      '<time:2026-03-05T09:30:00+02:00>',
      p('<time datetime="2026-03-05T07:30:00Z">2026-03-05T09:30:00+02:00</time>'),
    ],
    ['escaped', '<time:a&<*b*>', p('&lt;time:a&amp;&lt;*b*&gt;')],
    ['unclosed', '<time:2026-03-05', p('&lt;time:2026-03-05')],
  ]);
});

describe('11.1 linkifiers', () => {
  const bug = (n: string): string => link(`https://bugs.example.net/${n}`, `#${n}`);
  itFollows([
    ['example', 'fix #42, (#7) x#9 #8b', p(`fix ${bug('42')}, (${bug('7')}) x#9 #8b`)],
    ...[' ', "'", '"', '(', ',', ':', '\u00a0', '\u3000'].map(
      (before) => [`behind ${JSON.stringify(before)}`, `x${before}#1`, p(`x${before}${bug('1')}`)] as const,
    ),
    ['behind <', '<#1', p(`&lt;${bug('1')}`)],
    ...['x', '*', '#', '/', '[', '_'].map(
      (before) => [`not behind ${before}`, `${before}#1`, p(`${before}#1`)] as const,
    ),
    ...['.', '-', '_', '/', '"', '\u3000'].map(
      (after) => [`before ${JSON.stringify(after)}`, `#1${after}x`, p(`${bug('1')}${after}x`)] as const,
    ),
    ...['b', 'é', '日'].map((after) => [`not before ${after}`, `#1${after}`, p(`#1${after}`)] as const),
    ['the character between may be shared', '#1 #2 #3', p(`${bug('1')} ${bug('2')} ${bug('3')}`)],
    ['a group that took no part', 'zork:1', p(link('https://zork.example.net?id=1', 'zork:1'))],
    ['not in code', '`#1`', p('<code>#1</code>')],
    ['not in link text', '[#1](/x)', p(link('/x', '#1'))],
    ['not in addresses', 'https://example.net/ #1', p(`${link('https://example.net/')} ${bug('1')}`)],
    ['not directly after *', '*#1* **#1**', p('<em>#1</em> <strong>#1</strong>')],
    ['sets has_link', '#1', p(bug('1'))],
  ]);

  const configured = compileLinkifiers([
    { pattern: '(?P<x>ab)', urlTemplate: 'https://one.example.net/{x}' },
    { pattern: '(?P<y>ab|cd|d)', urlTemplate: 'https://two.example.net/{y}' },
    { pattern: '(?P<z>bad)', urlTemplate: 'javascript:{z}' },
    { pattern: '(?P<w>pic)', urlTemplate: 'https://p.example.net/{w}.png' },
  ]);

  it('the first in order owns a stretch', () => {
    expect(html('ab cd', { linkifiers: configured })).toBe(
      p(`${link('https://one.example.net/ab', 'ab')} ${link('https://two.example.net/cd', 'cd')}`),
    );
  });

  it('a rejected address leaves text', () => {
    expect(html('bad', { linkifiers: configured })).toBe(p('bad'));
  });

  it('results can get previews, and are links', () => {
    expect(rendered('x pic', { linkifiers: configured })).toMatchObject({ hasLink: true, hasImage: true });
  });

  it('patterns that RE2 does not know are left out', () => {
    expect(compileLinkifiers([{ pattern: '(a(?=b))', urlTemplate: 'x' }])).toEqual([]);
  });
});

describe('11.2 topic_links', () => {
  const linkifiers = compileLinkifiers([
    { pattern: '#(?P<n>\\d+)', urlTemplate: 'https://bugs.example.net/{n}' },
    { pattern: '(?P<n>\\d+)', urlTemplate: 'javascript:{n}' },
  ]);

  const rows: readonly (readonly [rule: string, topic: string, links: readonly (readonly [string, string])[]])[] = [
    [
      'example',
      'outage #42 see example.net/x',
      [
        ['#42', 'https://bugs.example.net/42'],
        ['example.net/x', 'https://example.net/x'],
      ],
    ],
    ['none', 'plain', []],
    ['templates are not sanitised', 'a 5', [['5', 'javascript:5']]],
    ['linkifier before URL', 'https://example.net/a:#4', [['#4', 'https://bugs.example.net/4']]],
    [
      'in order of position',
      'example.net #1',
      [
        ['example.net', 'https://example.net'],
        ['#1', 'https://bugs.example.net/1'],
      ],
    ],
    ...[...' !;),\'"'].map(
      (separator) =>
        [
          `split at ${separator}`,
          `a.com${separator}b.com`,
          [
            ['a.com', 'https://a.com'],
            ['b.com', 'https://b.com'],
          ],
        ] as const,
    ),
  ];

  it.each(rows)('%s', (_rule, topic, expected) => {
    expect(topicLinks(topic, linkifiers).map(({ text, url }) => [text, url])).toEqual(expected);
  });
});

describe('12 alert words', () => {
  const has = (text: string, word = 'word'): boolean =>
    new AlertWordIndex([{ userId: 1, word }]).usersIn(text).length > 0;

  it.each([
    'word',
    'a WORD b',
    'a word',
    'word a',
    'xword',
    'a,word,b',
    '`word`',
    '"word',
    'a\nword\nb',
    '> word',
    '[word](/a)',
  ])('found in %j', (text) => {
    expect(has(text)).toBe(true);
  });

  it.each(['a-word', 'aaword', 'words', 'word-a', 'word/a', 'word"', 'a/word', 'a_word', 'word_'])(
    'not found in %j',
    (text) => {
      expect(has(text)).toBe(false);
    },
  );

  it('several words, in any case, with spaces', () => {
    expect(has('The Roll Back now', 'roll back')).toBe(true);
  });

  it('of everybody whose word it is, the sender included', () => {
    expect(rendered('deploy the rollback plan').alertWordUserIds).toEqual([31, 32, 33]);
    expect(rendered('deploy', { alertWords: undefined }).alertWordUserIds).toEqual([]);
  });

  it('leaves the HTML alone', () => {
    expect(html('deploy')).toBe(p('deploy'));
  });
});

describe('13.1 status messages', () => {
  it.each([
    ['/me waves', true],
    ['/me ', true],
    ['/me', false],
    ['/mew', false],
    [' /me a', false],
    ['/ME a', false],
    ['/me\ta', false],
  ])('%j', (source, expected) => {
    expect(rendered(source).isMeMessage).toBe(expected);
  });

  itFollows([['rendered as usual', '/me *waves*', p('/me <em>waves</em>')]]);
});

describe('13.2 widgets are rendered like other text', () => {
  itFollows([['poll', '/poll a\n* b', `${p('/poll a')}\n<ul>\n<li>b</li>\n</ul>`]]);
});

describe('14 attachments and booleans', () => {
  it.each([
    ['relative', '[f](/user_uploads/2/a/f.txt)', ['2/a/f.txt']],
    ['in full', 'https://chat.example.org/user_uploads/2/a/f.txt', ['2/a/f.txt']],
    ['without slash', '[f](https://chat.example.org/user_uploads/2/a/f.txt)', ['2/a/f.txt']],
    ['image syntax', '![f](/user_uploads/2/a/f.png)', ['2/a/f.png']],
    ['audio', '![f](/user_uploads/2/ab/s.mp3)', ['2/ab/s.mp3']],
    ['in quotes', '> [f](/user_uploads/2/a/f.txt)', ['2/a/f.txt']],
    [
      'in spoilers, lists and tables',
      '```spoiler\n[f](/user_uploads/1)\n```\n* [g](/user_uploads/2)\n\na|b\n-|-\n[h](/user_uploads/3)|',
      ['1', '2', '3'],
    ],
    ['each once', '[f](/user_uploads/1) [g](/user_uploads/1)', ['1']],
    ['without query and fragment', '[f](/user_uploads/1?a=b) [g](/user_uploads/2#c)', ['1', '2']],
    ['not in code', '`[f](/user_uploads/1)`', []],
    ['not of other hosts', '[f](https://example.net/user_uploads/1)', []],
    ['not elsewhere', '[f](/x/user_uploads/1)', []],
  ])('path ids: %s', (_rule, source, expected) => {
    expect(rendered(source).attachmentPathIds).toEqual(expected);
  });

  it.each([
    ['link', '[a](/b)', true, false],
    ['channel link', '#**ops**', true, false],
    ['mail', 'a@example.net', true, false],
    ['no link', 'a `https://example.net`', false, false],
    ['image', 'https://p.example.net/a.png', false, true],
    ['uploaded image', '[a](/user_uploads/2/ab/f.png)', true, true],
    ['YouTube', 'https://youtu.be/abc', true, true],
    ['video', '[a](https://p.example.net/a.mp4)', true, false],
    ['audio', '![a](https://p.example.net/a.mp3)', false, false],
  ])('booleans of %s', (_rule, source, _hasLink, hasImage) => {
    expect(rendered(source).hasImage).toBe(hasImage);
  });

  it('a link that its preview replaces is still one', () => {
    expect(rendered('https://p.example.net/a.png').hasLink).toBe(true);
  });
});

describe('15 other texts', () => {
  it('without previews unless asked for', () => {
    expect(html('https://p.example.net/a.png', { hasMediaPreviews: undefined })).toBe(
      p(link('https://p.example.net/a.png')),
    );
  });

  it('a recursive structure has a guard', () => {
    expect(html('> '.repeat(3_000) + 'a')).toContain('a');
    expect(html(Array.from({ length: 400 }, (_, level) => `${'  '.repeat(level)}* a`).join('\n'))).toContain('a');
    expect(html('````quote\n```spoiler\n'.repeat(300))).toContain('spoiler');
  });
});
