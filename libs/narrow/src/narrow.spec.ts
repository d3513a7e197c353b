import fc from 'fast-check';
import {
  collectNarrowReferences,
  findContradiction,
  isPersonalOnly,
  needsSharedHistory,
  parseNarrow,
  resolveNarrow,
  searchQuery,
  spectatorNarrow,
  type NarrowTerm,
} from './index';

const parse = (narrow: unknown, allowsWith = true) => parseNarrow(JSON.stringify(narrow), { allowsWith });

function terms(narrow: unknown): NarrowTerm[] {
  const result = parse(narrow);
  if (!result.ok) throw new Error(result.msg);
  return result.terms;
}

describe('parseNarrow', () => {
  it('reads both forms, aliases and negation', () => {
    expect(
      terms([
        ['stream', 'general'],
        ['pm-with', 'a@x.org, b@x.org'],
        { operator: 'channel', operand: 5, negated: true },
        { operator: 'is', operand: 'private' },
        { operator: 'dm', operand: [1, 2] },
        { operator: 'topic', operand: 'general chat' },
        { operator: 'id', operand: '12' },
        { operator: 'with', operand: 7, negated: true },
      ]),
    ).toEqual([
      { operator: 'channel', operand: 'general', negated: false },
      { operator: 'dm', operand: ['a@x.org', 'b@x.org'], negated: false },
      { operator: 'channel', operand: 5, negated: true },
      { operator: 'is', operand: 'dm', negated: false },
      { operator: 'dm', operand: [1, 2], negated: false },
      { operator: 'topic', operand: '', negated: false },
      { operator: 'id', operand: 12, negated: false },
      { operator: 'with', operand: 7, negated: false },
    ]);
    expect(parseNarrow(null, { allowsWith: true })).toEqual({ ok: true, terms: [] });
    expect(parse([])).toEqual({ ok: true, terms: [] });
  });

  it.each([
    ['[', 'narrow is not valid JSON'],
    ['{}', 'narrow is not a list'],
    ['[["is"]]', 'Invalid narrow[0]: Value error, element is not a string pair'],
    ['[["is","dm"],["stream",5]]', 'Invalid narrow[1]: Value error, element is not a string pair'],
    ['[5]', 'Invalid narrow[0]: Value error, dict or list required'],
    ['[null]', 'Invalid narrow[0]: Value error, dict or list required'],
    ['[{"operator":"is"}]', 'Invalid narrow[0]: Value error, operand is missing'],
    ['[{"operand":"dm"}]', 'Invalid narrow[0]: Value error, operator is missing'],
    ['[{"operator":"sender","operand":[1]}]', 'operand is not a string or integer'],
    ['[{"operator":"sender","operand":true}]', 'operand is not a string or integer'],
    ['[{"operator":"dm","operand":5}]', 'operand is not a string or an integer list'],
    ['[{"operator":"dm","operand":["a"]}]', 'operand is not a string or an integer list'],
    ['[{"operator":"topic","operand":5}]', 'operand is not a string'],
    ['[{"operator":"near","operand":5}]', 'operand is not a string'],
    ['[{"operator":"search","operand":" "}]', 'operand cannot be blank.'],
  ])('refuses the shape of %s', (text, msg) => {
    expect(parseNarrow(text, { allowsWith: true })).toEqual({ ok: false, code: 'BAD_REQUEST', msg });
  });

  it.each([
    ['terms', Array.from({ length: 51 }, () => ['is', 'unread']), 'narrow has more than 50 terms'],
    [
      'users',
      [{ operator: 'dm', operand: Array.from({ length: 1_001 }, () => 7) }],
      'operand has more than 1000 items',
    ],
    ['characters', [['topic', 'x'.repeat(1_001)]], 'operand is longer than 1000 characters'],
    ['phrases', [['search', '"a" '.repeat(21)]], 'operand has more than 20 phrases'],
    ['bytes', Array.from({ length: 70 }, () => ['topic', 'x'.repeat(1_000)]), 'narrow is longer than 65536 characters'],
  ])('refuses too many %s', (_what, narrow, msg) => {
    expect(parse(narrow)).toEqual({ ok: false, code: 'BAD_REQUEST', msg });
  });

  it.each([['[["topic","a\\u0000"]]'], ['[["search","\\u0000"]]'], ['[{"operator":"sender","operand":"\\ud800"}]']])(
    'refuses what is no text: %s',
    (text) => {
      const msg = 'operand has invalid characters';
      expect(parseNarrow(text, { allowsWith: true })).toEqual({ ok: false, code: 'BAD_REQUEST', msg });
    },
  );

  it.each([
    [['Stream', 'x'], 'unknown operator Stream'],
    [['is', 'x'], "unknown 'is' operand x"],
    [['in', 'x'], "unknown 'in' operand x"],
    [['has', 'x'], "unknown 'has' operand x"],
    [['streams', 'x'], 'unknown channels operand x'],
    [['id', 'x'], 'Invalid message ID'],
    [['id', '-1'], 'Invalid message ID'],
    [['with', 'x'], "Invalid 'with' operator"],
  ])('refuses the term %j', (term, desc) => {
    expect(parse([term])).toEqual({
      ok: false,
      code: 'BAD_NARROW',
      msg: `Invalid narrow operator: ${desc}`,
      data: { desc },
    });
  });

  it('allows one with, and only where messages are fetched', () => {
    expect(parse([['with', '5']], false)).toMatchObject({ msg: 'Invalid narrow operator: unknown operator with' });
    expect(
      parse([
        ['with', '5'],
        ['with', '6'],
      ]),
    ).toMatchObject({
      code: 'BAD_NARROW',
      msg: "Invalid narrow operator combination: Duplicate 'with' operators.",
    });
  });

  it('asks the same only once', () => {
    const unread = { operator: 'is', operand: 'unread', negated: true };
    const general = { operator: 'channel', operand: 'general' };
    const words = { operator: 'search', operand: 'the words' };
    expect(terms([...Array.from({ length: 40 }, () => unread), general, ['stream', 'general'], words, words])).toEqual([
      unread,
      { ...general, negated: false },
      { ...words, negated: false },
      { ...words, negated: false },
    ]);
    expect(terms([unread, { ...unread, negated: false }])).toHaveLength(2);
    expect(terms([{ operator: 'sender', operand: 5 }, ['sender', '5']])).toHaveLength(2);
  });

  it('answers with a result whatever it is given', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, allowsWith) => {
        const result = parse(value, allowsWith);
        if (!result.ok) expect(result.msg).not.toBe('');
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => typeof parseNarrow(text, { allowsWith: true }).ok === 'boolean'));
  });
});

describe('classification', () => {
  it.each([
    [
      [
        ['channel', 'a'],
        ['dm', 'x@y.z'],
      ],
      true,
    ],
    [
      [
        ['topic', 'a'],
        ['is', 'dm'],
      ],
      true,
    ],
    [
      [
        ['is', 'resolved'],
        ['dm-including', '5'],
      ],
      true,
    ],
    [
      [
        ['channels', 'public'],
        ['group-pm-with', '5'],
      ],
      true,
    ],
    [[{ operator: 'channel', operand: 'a', negated: true }, ['dm', 'x@y.z']], false],
    [[{ operator: 'is', operand: 'dm', negated: true }, ['dm', 'x@y.z']], true],
    [[{ operator: 'is', operand: 'dm', negated: true }, ['channel', 'a']], false],
    [
      [
        ['sender', 'x@y.z'],
        ['has', 'link'],
        ['is', 'dm'],
      ],
      false,
    ],
  ])('finds the contradiction of %j: %s', (narrow, isContradiction) => {
    const failure = findContradiction(terms(narrow));
    expect(failure?.msg).toBe(
      isContradiction
        ? 'Invalid narrow operator: No message can be both a channel message and direct message'
        : undefined,
    );
  });

  it('searches shared history only in readable channels and without terms about own copies', () => {
    const access = { canReadHistory: (channel: number | string) => channel === 5, canAccessPublicChannels: true };
    const needs = (narrow: unknown): boolean => needsSharedHistory(terms(narrow), access);
    expect(needs([{ operator: 'channel', operand: 5 }])).toBe(true);
    expect(needs([{ operator: 'channel', operand: 6 }])).toBe(false);
    expect(needs([{ operator: 'channel', operand: 5, negated: true }])).toBe(false);
    expect(needs([{ operator: 'channel', operand: 5 }, ['is', 'resolved']])).toBe(true);
    expect(needs([{ operator: 'channel', operand: 5 }, ['is', 'muted']])).toBe(false);
    expect(needs([['channels', 'public']])).toBe(true);
    expect(needs([['channels', 'web-public']])).toBe(false);
    expect(needs([])).toBe(false);
    expect(needsSharedHistory(terms([['channels', 'public']]), { ...access, canAccessPublicChannels: false })).toBe(
      false,
    );
  });

  it('knows personal narrows and joins searches', () => {
    expect(isPersonalOnly(terms([['is', 'starred']]))).toBe(true);
    expect(isPersonalOnly(terms([['dm', 'x@y.z']]))).toBe(true);
    expect(
      isPersonalOnly(
        terms([
          ['channel', 'a'],
          ['is', 'resolved'],
        ]),
      ),
    ).toBe(false);
    expect(
      searchQuery(
        terms([
          ['search', 'a b'],
          ['search', '"c"'],
        ]),
      ),
    ).toBe('a b "c"');
    expect(searchQuery([])).toBeNull();
  });

  it('restricts spectators', () => {
    const allowed = spectatorNarrow(
      terms([
        ['streams', 'web-public'],
        ['in', 'home'],
        ['topic', 'x'],
      ]),
    );
    expect(allowed).toMatchObject({ ok: true, terms: [{ operator: 'channels' }, { operator: 'topic' }] });
    expect(spectatorNarrow(terms([['topic', 'x']]))).toMatchObject({ ok: false, code: 'UNAUTHORIZED' });
    expect(
      spectatorNarrow(
        terms([
          ['channels', 'web-public'],
          ['is', 'starred'],
        ]),
      ).ok,
    ).toBe(false);
  });
});

describe('resolveNarrow', () => {
  const lookups = {
    ownUserId: 10,
    channelId: (reference: number | string) => ({ ops: 5, '5': 5 })[String(reference).toLowerCase()],
    userId: (reference: number | string) => ({ 'a@x.org': 11, '11': 11, '12': 12, '10': 10 })[String(reference)],
  };
  const resolve = (narrow: unknown, conversation?: Parameters<typeof resolveNarrow>[2]) =>
    resolveNarrow(terms(narrow), lookups, conversation);

  it('collects what has to be looked up', () => {
    expect(
      collectNarrowReferences(
        terms([['stream', 'OPS'], { operator: 'dm', operand: [11, 12] }, ['sender', 'a@x.org'], ['with', '9']]),
      ),
    ).toEqual({ channels: ['OPS'], users: [11, 12, 'a@x.org'], withMessageId: 9 });
  });

  it('puts ids in place of names, and the caller into conversations', () => {
    expect(
      resolve([
        ['channel', 'OPS'],
        ['topic', 'x'],
        ['sender', 'a@x.org'],
      ]),
    ).toEqual({
      ok: true,
      terms: [
        { operator: 'channel', channelId: 5, negated: false },
        { operator: 'topic', operand: 'x', negated: false },
        { operator: 'sender', userId: 11, negated: false },
      ],
    });
    const users = (operand: unknown) => resolve([{ operator: 'dm', operand }]);
    expect(users([12, 11])).toMatchObject({ terms: [{ userIds: [10, 11, 12] }] });
    expect(users([10])).toMatchObject({ terms: [{ userIds: [10] }] });
    expect(users([])).toMatchObject({ terms: [{ userIds: [] }] });
    expect(users('')).toMatchObject({ terms: [{ userIds: [] }] });
  });

  it.each([
    [[['channel', 'nope']], 'unknown channel nope'],
    [[{ operator: 'channel', operand: 99 }], 'unknown channel 99'],
    [[['sender', 'b@x.org']], 'unknown user b@x.org'],
    [[['mentions', 'b@x.org']], 'unknown user'],
    [[{ operator: 'dm', operand: [11, 99] }], 'unknown user in [11, 99]'],
    [[['dm', 'a@x.org,b@x.org']], 'unknown user in a@x.org,b@x.org'],
    [
      [
        ['channel', 'ops'],
        ['is', 'dm'],
      ],
      'No message can be both a channel message and direct message',
    ],
    [[['with', '5']], "Invalid 'with' operator"],
    [
      [
        ['with', '5'],
        ['channel', 'ops'],
      ],
      "Invalid 'with' operator",
    ],
  ])('refuses %j', (narrow, desc) => {
    expect(resolve(narrow)).toMatchObject({ ok: false, code: 'BAD_NARROW', data: { desc } });
  });

  it('names web-public channels to spectators', () => {
    const result = resolveNarrow(terms([['channel', 'x']]), { ...lookups, ownUserId: null });
    expect(result).toMatchObject({ data: { desc: 'unknown web-public channel x' } });
  });

  it('follows the message of with, or keeps the conversation that is named', () => {
    const narrow = [
      ['channel', 'gone'],
      ['topic', 'old'],
      ['with', '9'],
      ['has', 'link'],
    ];
    expect(resolve(narrow, { channelId: 6, topic: 'new' })).toEqual({
      ok: true,
      terms: [
        { operator: 'channel', channelId: 6, negated: false },
        { operator: 'topic', operand: 'new', negated: false },
        { operator: 'has', operand: 'link', negated: false },
      ],
    });
    expect(
      resolve([
        ['channel', 'ops'],
        ['topic', 'old'],
        ['with', '9'],
      ]),
    ).toMatchObject({
      terms: [{ channelId: 5 }, { operand: 'old' }],
    });
    expect(resolve([['with', '9']], { userIds: [10, 11] })).toMatchObject({ terms: [{ userIds: [10, 11] }] });
  });
});
