import { type SearchNames, contradictionIn, fits, readSearch } from './search-text';
import type { Term } from './terms';

const ME = 10;
const names: SearchNames = {
  ownUserId: ME,
  channelIds: (name) => ({ design: [5], 'release planning': [6] })[name.toLowerCase()] ?? [],
  userIds: (name) => ({ 'ann lee': [20], bo: [30, 31], me: [99], 'max member': [ME] })[name.toLowerCase()] ?? [],
};
const read = (text: string, before?: readonly Term[]) => readSearch(text, names, before);

describe('searches as people type them (web-details.md E)', () => {
  it.each([
    ['words', 'two words', [{ operator: 'search', operand: 'two words' }]],
    ['a phrase', '"two words" more', [{ operator: 'search', operand: '"two words" more' }]],
    ['a channel', 'channel:design', [{ operator: 'channel', operand: 5 }]],
    ['a channel by its older name, in quotes', 'stream:"Release planning"', [{ operator: 'channel', operand: 6 }]],
    ['a channel, blanks as plus', 'channel:release+planning', [{ operator: 'channel', operand: 6 }]],
    ['a channel by id', 'channel:77', [{ operator: 'channel', operand: 77 }]],
    ['the empty topic', 'topic:""', [{ operator: 'topic', operand: '' }]],
    ['a topic in quotes', 'subject:"new logo"', [{ operator: 'topic', operand: 'new logo' }]],
    ['oneself', 'from:me', [{ operator: 'sender', operand: ME }]],
    ['a person', 'sender:"Ann Lee"', [{ operator: 'sender', operand: 20 }]],
    ['people, oneself left out', 'dm:ann+lee,me', [{ operator: 'dm', operand: [20] }]],
    ['notes to oneself', 'pm-with:me', [{ operator: 'dm', operand: [ME] }]],
    ['what is not so', '-is:resolved', [{ operator: 'is', operand: 'resolved', negated: true }]],
    ['older values', 'is:private', [{ operator: 'is', operand: 'dm' }]],
    ['a message', 'near:12', [{ operator: 'near', operand: 12 }]],
    ['an operator that there is none of', 'colour:red', [{ operator: 'search', operand: 'colour:red' }]],
    ['an address', 'https://a.example/b', [{ operator: 'search', operand: 'https://a.example/b' }]],
    ['an operator without a value', 'sender:', [{ operator: 'search', operand: 'sender:' }]],
  ])('%s', (_what, text, narrow) => {
    expect(read(text)).toEqual({ narrow, problems: [] });
  });

  it('puts words after the conditions, and goes on from those that stand already', () => {
    const before: Term[] = [
      { operator: 'channel', operand: 5 },
      { operator: 'search', operand: 'old' },
    ];
    expect(read('new has:link', before).narrow).toEqual([
      { operator: 'channel', operand: 5 },
      { operator: 'has', operand: 'link' },
      { operator: 'search', operand: 'old new' },
    ]);
  });

  it.each([
    ['channel:nowhere', { kind: 'channel', text: 'nowhere' }],
    ['sender:nobody', { kind: 'person', text: 'nobody' }],
    ['sender:bo', { kind: 'ambiguous', text: 'bo' }],
    ['is:wonderful', { kind: 'value', text: 'wonderful' }],
    ['near:here', { kind: 'message', text: 'here' }],
    ['channel:design dm:me', { kind: 'contradiction', text: 'dm' }],
    ['topic:a topic:b', { kind: 'contradiction', text: 'topic' }],
  ])('says what is wrong with %s', (text, problem) => {
    expect(read(text).problems).toEqual([problem]);
  });
});

describe('conditions beside each other', () => {
  const channel: Term = { operator: 'channel', operand: 5 };

  it('may narrow further', () => {
    expect(fits([channel], { operator: 'topic', operand: 'a' })).toBe(true);
    expect(fits([channel], { operator: 'channel', operand: 6, negated: true })).toBe(true);
  });

  it('neither repeat nor exclude each other', () => {
    expect(fits([channel], channel)).toBe(false);
    expect(fits([channel], { operator: 'channel', operand: 6 })).toBe(false);
    expect(fits([channel], { operator: 'is', operand: 'dm' })).toBe(false);
    expect(
      contradictionIn([
        { operator: 'topic', operand: 'A' },
        { operator: 'topic', operand: 'a' },
      ]),
    ).toBeUndefined();
  });
});
