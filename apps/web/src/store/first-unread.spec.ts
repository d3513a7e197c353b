import { channelNarrow, directNarrow, topicNarrow } from '../narrow/terms';
import { ME, aSubscription, aUser, anAnswer } from '../test-support/answer';
import { oldestUnread } from './first-unread';
import { snapshotState } from './snapshot';

const topic = (stream_id: number, name: string, ...unread_message_ids: number[]) => ({
  ...{ stream_id, topic: name, unread_message_ids },
});
const policy = (stream_id: number, topic_name: string, visibility_policy: number) => ({
  ...{ stream_id, topic_name, visibility_policy, last_updated: 0 },
});

describe('the oldest unread message of a narrow', () => {
  const state = snapshotState(
    anAnswer({
      realm_users: [aUser(ME), aUser(20), aUser(30)],
      muted_users: [{ id: 30, timestamp: 0 }],
      subscriptions: [aSubscription(5), aSubscription(6, { is_muted: true })],
      user_topics: [policy(5, 'muted', 1), policy(6, 'heard', 3)],
      unread_msgs: {
        count: 0,
        pms: [
          { other_user_id: 20, sender_id: 20, unread_message_ids: [40, 41] },
          { other_user_id: 30, sender_id: 30, unread_message_ids: [1] },
        ],
        streams: [
          ...[topic(5, 'Logo', 21, 22), topic(5, 'muted', 11), topic(5, 'other', 25)],
          ...[topic(6, 'quiet', 12), topic(6, 'heard', 30)],
        ],
        huddles: [],
        mentions: [],
        old_unreads_missing: false,
      },
    }),
  );

  it('is that of a conversation, whatever the case of its topic and its policy', () => {
    expect(oldestUnread(state, topicNarrow(5, 'logo'))).toBe(21);
    expect(oldestUnread(state, topicNarrow(5, 'muted'))).toBe(11);
    expect(oldestUnread(state, [...topicNarrow(5, 'logo'), { operator: 'near', operand: 22 }])).toBe(21);
    expect(oldestUnread(state, directNarrow([20]))).toBe(40);
    expect(oldestUnread(state, topicNarrow(5, 'read'))).toBeUndefined();
  });

  it('leaves muted topics out of a channel, muted channels too out of the feed, and muted people', () => {
    expect(oldestUnread(state, channelNarrow(5))).toBe(21);
    expect(oldestUnread(state, channelNarrow(6))).toBe(12);
    expect(oldestUnread(state, [])).toBe(21);
    expect(oldestUnread(state, [{ operator: 'is', operand: 'dm' }])).toBe(40);
  });

  it('is none where one does not read on', () => {
    expect(oldestUnread(state, [{ operator: 'is', operand: 'starred' }])).toBeUndefined();
    expect(oldestUnread(state, [{ operator: 'search', operand: 'logo' }])).toBeUndefined();
  });
});
