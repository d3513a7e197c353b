import { type Narrow, channelNarrow, directNarrow, topicNarrow } from '../narrow/terms';
import type { Recipient } from '../outbox/outbox';
import { snapshotState } from '../store/snapshot';
import { aSubscription, anAnswer } from '../test-support/answer';
import { showsSent } from './after-sending';

const state = snapshotState(
  anAnswer({
    subscriptions: [aSubscription(5), aSubscription(6, { is_muted: true })],
    user_topics: [{ stream_id: 5, topic_name: 'noise', visibility_policy: 1, last_updated: 1 }],
  }),
);
const to = (channelId: number, topic: string): Recipient => ({ type: 'channel', channelId, topic });
const toPeople: Recipient = { type: 'direct', userIds: [20] };

describe('whether a view shows what was sent', () => {
  it.each<[string, Narrow, Recipient, boolean]>([
    ['its topic', topicNarrow(5, 'Lunch'), to(5, 'lunch'), true],
    ['another topic', topicNarrow(5, 'Lunch'), to(5, 'dinner'), false],
    ['people from a topic', topicNarrow(5, 'Lunch'), toPeople, false],
    ['its people', directNarrow([20]), toPeople, true],
    ['a topic of its channel', channelNarrow(5), to(5, 'lunch'), true],
    ['a muted topic of its channel', channelNarrow(5), to(5, 'noise'), false],
    ['another channel', channelNarrow(5), to(6, 'lunch'), false],
    ['the feed', [], to(5, 'lunch'), true],
    ['a muted channel from the feed', [], to(6, 'lunch'), false],
    ['people from the feed', [], toPeople, true],
    ['a channel from all direct messages', [{ operator: 'is', operand: 'dm' }], to(5, 'lunch'), false],
    ['anything from a search', [{ operator: 'search', operand: 'x' }], to(5, 'lunch'), false],
  ])('%s', (_what, narrow, recipient, expected) => {
    expect(showsSent(state, narrow, recipient)).toBe(expected);
  });
});
