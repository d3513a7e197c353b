import fc from 'fast-check';
import { type Names, decodeComponent, encodeComponent, narrowAddress, readAddress, topicsAddress } from './address';
import { type Narrow, directNarrow, kindOf, narrowKey, topicNarrow } from './terms';

const NAMES: Names = {
  ownUserId: 5,
  channelName: (id) => ({ 42: 'general', 7: 'R&D (new)' })[id],
  userName: (id) => ({ 9: 'Bo Lin' })[id],
  channelIdByName: (name) => ({ general: 42, 'R&D (new)': 7 })[name],
  userIdByEmail: (email) => ({ 'bo@example.com': 9 })[email],
};

function narrowOf(hash: string): Narrow | undefined {
  const address = readAddress(hash, NAMES);
  return address.kind === 'narrow' ? address.narrow : undefined;
}

describe('components of addresses', () => {
  it.each([
    ['a.b', 'a.2Eb'],
    ['50% (half)', '50.25.20.28half.29'],
    ['✔ done', '.E2.9C.94.20done'],
    ['a/b#c', 'a.2Fb.23c'],
  ])('write %s as %s', (text, component) => {
    expect(encodeComponent(text)).toBe(component);
    expect(decodeComponent(component)).toBe(text);
  });

  it('bring every text back', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => decodeComponent(encodeComponent(text)) === text));
  });

  it('are refused when malformed', () => {
    expect(decodeComponent('.zz')).toBeUndefined();
    expect(readAddress('#narrow/topic/.zz', NAMES)).toEqual({ kind: 'invalid' });
  });
});

describe('addresses of narrows', () => {
  it.each<[string, Narrow]>([
    ['#narrow/channel/42-general/topic/a.20b', topicNarrow(42, 'a b')],
    ['#narrow/channel/7-R.26D-.28new.29', [{ operator: 'channel', operand: 7 }]],
    ['#narrow/dm/9-Bo-Lin', directNarrow([9])],
    ['#narrow/dm/9,12-group', directNarrow([12, 9])],
    ['#narrow/-is/resolved', [{ operator: 'is', operand: 'resolved', negated: true }]],
    ['#narrow/channel/42-general/topic//near/5', [...topicNarrow(42, ''), { operator: 'near', operand: 5 }]],
    ['#narrow/search/a.20.2B.20b', [{ operator: 'search', operand: 'a + b' }]],
    ['#feed', []],
  ])('%s', (hash, narrow) => {
    expect(narrowAddress(narrow, NAMES)).toBe(hash);
    expect(narrowOf(hash)).toEqual(narrow);
  });

  it.each<[string, string, Narrow]>([
    ['names of operators that have changed', '#narrow/stream/42/subject/x', topicNarrow(42, 'x')],
    ['a channel by name', '#narrow/stream/general', [{ operator: 'channel', operand: 42 }]],
    [
      'a channel by name with spaces as dashes',
      '#narrow/stream/R.26D-.28new.29',
      [{ operator: 'channel', operand: 7 }],
    ],
    ['people by address', '#narrow/pm-with/bo.40example.2Ecom', directNarrow([9])],
    ['people with oneself', '#narrow/dm/5,9-group', directNarrow([9])],
    ['oneself alone', '#narrow/dm/5-me', directNarrow([5])],
    ['me', '#narrow/sender/me', [{ operator: 'sender', operand: 5 }]],
    ['private', '#narrow/is/private', [{ operator: 'is', operand: 'dm' }]],
    [
      'an empty topic that was left out',
      '#narrow/channel/42/topic/with/214',
      [...topicNarrow(42, ''), { operator: 'with', operand: 214 }],
    ],
    ['a topic of that name', '#narrow/channel/42/topic/with', topicNarrow(42, 'with')],
    ['an empty operator, which ends the narrow', '#narrow/is/starred//x', [{ operator: 'is', operand: 'starred' }]],
  ])('takes %s', (_what, hash, narrow) => {
    expect(narrowOf(hash)).toEqual(narrow);
  });

  it.each(['#narrow/channel', '#narrow/colour/red', '#narrow/near/x', '#narrow/channel/unknown', '#narrow/is/'])(
    'calls %s invalid',
    (hash) => expect(readAddress(hash, NAMES)).toEqual({ kind: 'invalid' }),
  );
});

describe('other addresses', () => {
  it.each([
    ['', { kind: 'home' }],
    ['#', { kind: 'home' }],
    ['#nonsense', { kind: 'home' }],
    ['#inbox', { kind: 'inbox' }],
    ['#recent_topics', { kind: 'recent' }],
    ['#all_messages', { kind: 'narrow', narrow: [] }],
    ['#topics/channel/42-general', { kind: 'topics', channelId: 42 }],
    ['#topics/channel/x', { kind: 'invalid' }],
    ['#settings/preferences', { kind: 'overlay', name: 'settings', path: ['preferences'] }],
    ['#streams/all', { kind: 'overlay', name: 'channels', path: ['all'] }],
    ['#connection', { kind: 'overlay', name: 'connection', path: [] }],
    ['#about-zulip', { kind: 'overlay', name: 'about', path: [] }],
  ])('%s', (hash, address) => {
    expect(readAddress(hash, NAMES)).toEqual(address);
  });

  it('name the list of topics', () => {
    expect(topicsAddress(42, NAMES)).toBe('#topics/channel/42-general');
  });
});

describe('narrows', () => {
  it('are the same whatever their order, their case of topic and where they begin', () => {
    const [channel, topic] = topicNarrow(42, 'Logo');
    if (!channel || !topic) throw new Error('two terms');
    expect(narrowKey([topic, channel, { operator: 'near', operand: 3 }])).toBe(narrowKey(topicNarrow(42, 'logo')));
    expect(narrowKey(topicNarrow(42, 'a'))).not.toBe(narrowKey(topicNarrow(42, 'b')));
  });

  it.each<[string, string]>([
    ['#feed', 'feed'],
    ['#narrow/in/home', 'feed'],
    ['#narrow/channel/42', 'channel'],
    ['#narrow/channel/42/topic/x/near/3', 'topic'],
    ['#narrow/dm/9', 'direct'],
    ['#narrow/is/dm', 'direct-feed'],
    ['#narrow/channel/42/search/x', 'search'],
    ['#narrow/-channel/42', 'other'],
    ['#narrow/is/starred', 'other'],
  ])('%s is of the kind %s', (hash, kind) => {
    expect(kindOf(narrowOf(hash) ?? [])).toBe(kind);
  });
});
