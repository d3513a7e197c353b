import { TopicPolicies } from './topic-policies';

describe('topic policies of a batch', () => {
  const change = { kind: 'topic', realmId: 1, happenedAtMs: 0, channelId: 3, topic: 'Lunch' } as const;
  const policies = new TopicPolicies([{ ...change, seq: 7, userIds: [1] }]);

  it.each([
    ['with the message', 1, { seq: 7, channelId: 3, topic: 'lunch' }, true],
    ['after it', 1, { seq: 6, channelId: 3, topic: 'lunch' }, true],
    ['before it', 1, { seq: 8, channelId: 3, topic: 'lunch' }, false],
    ['by somebody else', 2, { seq: 7, channelId: 3, topic: 'lunch' }, false],
    ['elsewhere', 1, { seq: 7, channelId: 4, topic: 'lunch' }, false],
    ['for direct messages', 1, { seq: 7, channelId: null, topic: '' }, false],
  ])('are newer if they came %s', (_name, userId, message, isNewer) => {
    expect(policies.isNewer(userId, message)).toBe(isNewer);
  });
});
