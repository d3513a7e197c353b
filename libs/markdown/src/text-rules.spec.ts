import {
  AlertWordIndex,
  collectReferences,
  compileLinkifiers,
  normalizeContent,
  normalizeTopic,
  searchText,
  topicLinks,
} from './index';
import { sampleContext } from './sample-context';
import { parseTime } from './time-parser';

describe('normalizeContent', () => {
  it.each([
    ['\n\n  a \n ', { ok: true, content: '  a' }],
    [' \n\t', { ok: false, code: 'BAD_REQUEST', msg: 'Message must not be empty' }],
    ['a\0b', { ok: false, code: 'BAD_REQUEST', msg: 'Message must not contain null bytes' }],
    ['🎉'.repeat(10_000), { ok: true, content: '🎉'.repeat(10_000) }],
    ['🎉'.repeat(10_001), { ok: true, content: `${'🎉'.repeat(9_980)}\n[message truncated]` }],
  ])('%#', (raw, expected) => {
    expect(normalizeContent(raw)).toEqual(expected);
  });
});

describe('normalizeTopic', () => {
  it.each([
    ['  Plans ', { ok: true, topic: 'Plans' }],
    ['(no topic)', { ok: true, topic: '' }],
    ['general chat', { ok: true, topic: '' }],
    ['General chat', { ok: true, topic: 'General chat' }],
    ['é'.repeat(60), { ok: true, topic: 'é'.repeat(60) }],
    ['🎉'.repeat(61), { ok: true, topic: `${'🎉'.repeat(57)}...` }],
    ['🎉a\tb', { ok: false, code: 'BAD_REQUEST', msg: 'Invalid character in topic, at position 3!' }],
    ['\ud83d', { ok: false, code: 'BAD_REQUEST', msg: 'Invalid character in topic, at position 1!' }],
    ['x\ufffe', { ok: false, code: 'BAD_REQUEST', msg: 'Invalid character in topic, at position 2!' }],
  ])('%j', (raw, expected) => {
    expect(normalizeTopic(raw)).toEqual(expected);
  });
});

describe('collectReferences', () => {
  it('collects names, ids, groups, channels and topics', () => {
    expect(
      collectReferences('@**Ada** x@**no** @_**Bo|32** @**|7** @*oncall* > #**ops** #**ops>big deploy@905** #**a>b**'),
    ).toEqual({
      userNames: ['Ada', 'no'],
      userIds: [32, 7],
      groupNames: ['oncall'],
      channelNames: ['ops', 'ops>big deploy@905', 'a>b', 'a'],
      topics: [
        { channelName: 'ops', topic: 'big deploy@905' },
        { channelName: 'a', topic: 'b' },
      ],
      uploadPathIds: [],
    });
    expect(collectReferences('plain').userNames).toEqual([]);
    expect(collectReferences('[a](/user_uploads/2/ab/f.png) /user_uploads/2/b_(1).png').uploadPathIds).toEqual(
      expect.arrayContaining(['2/ab/f.png', '2/b_(1).png']),
    );
  });
});

describe('parseTime', () => {
  it.each([
    ['2026-03-05', '2026-03-05T00:00:00Z'],
    ['2026-03-05T09:30+02:00', '2026-03-05T07:30:00Z'],
    ['2026-03-05 09:30:15.5Z', '2026-03-05T09:30:15.500000Z'],
    ['Mar 5 2026 9am', null],
    ['1772694600', null],
    ['2026-02-30', null],
    ['2026-03-05T25:00', null],
    ['soon', null],
    ['', null],
  ])('%j', (source, expected) => {
    expect(parseTime(source)).toBe(expected);
  });
});

describe('topicLinks', () => {
  const linkifiers = sampleContext.linkifiers ?? [];

  it.each([
    [
      'outage #42 see example.net/x',
      [
        ['#42', 'https://bugs.example.net/42'],
        ['example.net/x', 'https://example.net/x'],
      ],
    ],
    [
      'https://example.net/#42, #7',
      [
        ['https://example.net/#42', 'https://example.net/#42'],
        ['#7', 'https://bugs.example.net/7'],
      ],
    ],
    ['plain topic', []],
    [
      '#1 #2 x#3',
      [
        ['#1', 'https://bugs.example.net/1'],
        ['#2', 'https://bugs.example.net/2'],
      ],
    ],
  ])('%j', (topic, expected) => {
    expect(topicLinks(topic, linkifiers).map(({ text, url }) => [text, url])).toEqual(expected);
  });

  it('prefers earlier linkifiers where matches overlap, and leaves out patterns that do not compile', () => {
    const compiled = compileLinkifiers([
      { pattern: 'T(?P<n>[0-9]+)', urlTemplate: 'https://t.example.net/{n}' },
      { pattern: '(?P<x>', urlTemplate: '/{x}' },
      { pattern: '(?P<w>[A-Z][0-9]+)', urlTemplate: 'https://w.example.net/{w}' },
    ]);
    expect(topicLinks('W1 T2', compiled)).toEqual([
      { text: 'W1', url: 'https://w.example.net/W1' },
      { text: 'T2', url: 'https://t.example.net/2' },
    ]);
  });
});

describe('AlertWordIndex', () => {
  const index = new AlertWordIndex([
    { userId: 2, word: 'Café au lait' },
    { userId: 1, word: 'ops' },
    { userId: 3, word: ' ops ' },
  ]);

  it.each([
    ['OPS', [1, 3]],
    ['xops', [1, 3]],
    ['xxops', []],
    ['(ops)', [1, 3]],
    ['a ops/b', []],
    ['a ops" b', []],
    ['my café au lait!', [2]],
    ['', []],
  ])('%j', (text, expected) => {
    expect(index.usersIn(text)).toEqual(expected);
  });
});

describe('searchText', () => {
  it('keeps what is visible', () => {
    expect(searchText('<p>a<br>\nb &amp; <a href="http://x">link</a></p>\n<p>2 &lt; 3</p>')).toBe('a b & link 2 < 3');
  });
});
