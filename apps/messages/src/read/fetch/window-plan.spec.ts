import { FetchScope, narrowedScope } from './fetch-scope';
import { MessageCondition } from './message-condition';
import { WindowPlan, windowPlan } from './window-plan';

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Three channels shared, forty received, fifty conversations. */
const SCOPE: FetchScope = {
  realmId: 1,
  userId: 7,
  sharedRecipientIds: range(1, 3),
  receivedRecipientIds: range(4, 43),
  directRecipientIds: range(101, 150),
};

const yes = { negated: false };
const search: MessageCondition = { kind: 'search', query: "'word'", phrases: [], ...yes };
const starred: MessageCondition = { kind: 'flag', bits: 1, orChannelWildcard: false, ...yes };

describe('windowPlan', () => {
  it.each<[string, MessageCondition[], WindowPlan]>([
    ['nothing', [], { by: 'newest-then-conversation' }],
    ['a channel', [{ kind: 'recipient', recipientIds: [2], ...yes }], { by: 'conversation' }],
    ['no channel that one can read', [{ kind: 'recipient', recipientIds: [], ...yes }], { by: 'nothing' }],
    ['a topic anywhere', [{ kind: 'topic', topic: 'x', ...yes }], { by: 'conversation' }],
    ['not a topic', [{ kind: 'topic', topic: 'x', negated: true }], { by: 'newest-then-conversation' }],
    ['a sender', [{ kind: 'sender', userId: 3, ...yes }], { by: 'organization' }],
    ['images', [{ kind: 'has', what: 'image', ...yes }], { by: 'organization' }],
    ['links', [{ kind: 'has', what: 'link', ...yes }], { by: 'newest-then-conversation' }],
    ['stars', [starred], { by: 'flag', flag: starred as Extract<MessageCondition, { kind: 'flag' }> }],
    ['unread messages', [{ kind: 'unread', ...yes }], { by: 'unread' }],
    ['read messages', [{ kind: 'unread', negated: true }], { by: 'newest-then-conversation' }],
    ['an id', [{ kind: 'id', messageIds: [5], ...yes }, search], { by: 'ids', messageIds: [5] }],
    ['followed topics', [{ kind: 'followed', ...yes }], { by: 'followed-topic' }],
    ['direct messages', [{ kind: 'direct', ...yes }], { by: 'direct-receipt' }],
    ['words', [search], { by: 'search', query: "'word'", through: 'organization' }],
    ['no words at all', [{ ...search, query: '' } as MessageCondition], { by: 'nothing' }],
    [
      'words in a channel',
      [{ kind: 'recipient', recipientIds: [5], ...yes }, search],
      { by: 'search', query: "'word'", through: 'conversation' },
    ],
    [
      'words of a sender',
      [{ kind: 'sender', userId: 3, ...yes }, search],
      { by: 'search', query: "'word'", through: 'sender' },
    ],
  ])('%s', (_what, conditions, plan) => {
    const narrowed = narrowedScope(SCOPE, conditions);
    expect(windowPlan(narrowed.scope, narrowed.conditions)).toEqual(plan);
  });
});

describe('narrowedScope', () => {
  const narrowed = (...conditions: MessageCondition[]) => narrowedScope(SCOPE, conditions);

  it('keeps the conversations that conditions admit, and drops what this settles', () => {
    expect(narrowed({ kind: 'recipient', recipientIds: [2, 5, 101, 999], ...yes })).toEqual({
      scope: { ...SCOPE, sharedRecipientIds: [2], receivedRecipientIds: [5], directRecipientIds: [101] },
      conditions: [],
    });
    expect(narrowed({ kind: 'recipient', recipientIds: [2], negated: true }).scope.sharedRecipientIds).toEqual([1, 3]);
    expect(narrowed({ kind: 'direct', negated: true })).toEqual({
      scope: { ...SCOPE, directRecipientIds: [] },
      conditions: [],
    });
  });

  it('leaves out direct messages for topics, which are still compared', () => {
    const topic: MessageCondition = { kind: 'topic', topic: 'x', ...yes };
    expect(narrowed(topic)).toEqual({ scope: { ...SCOPE, directRecipientIds: [] }, conditions: [topic] });
    const not: MessageCondition = { kind: 'topic', topic: 'x', negated: true };
    expect(narrowed(not)).toEqual({ scope: SCOPE, conditions: [not] });
  });
});
