import { snapshotState } from '../../store/snapshot';
import { aSubscription, anAnswer } from '../../test-support/answer';
import { type Shown, topicRows } from './topic-rows';

const known = (name: string, maxId: number) => [name.toLowerCase(), { name, maxId, hasOwnMessage: false }] as const;
const state = {
  ...snapshotState(
    anAnswer({
      realm_empty_topic_display_name: 'general chat',
      subscriptions: [aSubscription(5)],
      user_topics: [
        { stream_id: 5, topic_name: 'Noise', visibility_policy: 1, last_updated: 1 },
        { stream_id: 5, topic_name: 'Plan', visibility_policy: 3, last_updated: 1 },
      ],
      unread_msgs: {
        ...{ count: 2, pms: [], huddles: [], mentions: [7], old_unreads_missing: false },
        streams: [{ stream_id: 5, topic: 'plan', unread_message_ids: [6, 7] }],
      },
    }),
  ),
  topics: new Map([[5, new Map([known('Plan', 7), known('Noise', 9), known('', 3), known('✔ Done', 8)])]]),
};
const topics = (typed = '', shown: Shown = 'all') =>
  topicRows(state, { channelId: 5, typed, shown }).map(({ topic }) => topic);

describe('the topics of a channel', () => {
  it('stand by their newest messages, with what is unread', () => {
    expect(topics()).toEqual(['Noise', '✔ Done', 'Plan', '']);
    expect(topicRows(state, { channelId: 5, typed: 'plan', shown: 'all' })).toEqual([
      { topic: 'Plan', policy: 3, unread: 2, isMention: true },
    ]);
  });

  it('are filtered by words, without the mark of resolved ones, and by the name of the empty one', () => {
    expect(topics('done')).toEqual(['✔ Done']);
    expect(topics('general')).toEqual(['']);
    expect(topics('nothing')).toEqual([]);
  });

  it('are filtered by whether they are resolved, beside words', () => {
    expect(topics('is:resolved')).toEqual(['✔ Done']);
    expect(topics('is:resolved plan')).toEqual([]);
    expect(topics('plan -is:resolved')).toEqual(['Plan']);
  });

  it('are all of them, the followed, or all but the muted', () => {
    expect(topics('', 'followed')).toEqual(['Plan']);
    expect(topics('', 'unmuted')).toEqual(['✔ Done', 'Plan', '']);
  });
});
