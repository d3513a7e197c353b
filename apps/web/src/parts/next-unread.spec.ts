import { snapshotState } from '../store/snapshot';
import type { State } from '../store/state';
import { aSubscription, anAnswer } from '../test-support/answer';
import { channelSections } from './channel-sections';
import { nextUnreadDirect, nextUnreadTopic } from './next-unread';

const topic = (stream_id: number, name: string, ...unread_message_ids: number[]) => ({
  stream_id,
  topic: name,
  unread_message_ids,
});

function stateOf(streams: ReturnType<typeof topic>[], changes: Parameters<typeof anAnswer>[0] = {}): State {
  return snapshotState(
    anAnswer({
      subscriptions: [
        aSubscription(5, { name: 'alpha' }),
        aSubscription(6, { name: 'beta' }),
        aSubscription(8, { name: 'gamma', is_muted: true }),
      ],
      unread_msgs: { count: 0, pms: [], streams, huddles: [], mentions: [], old_unreads_missing: false },
      ...changes,
    }),
  );
}

const followed = { stream_id: 8, topic_name: 'heard', last_updated: 0, visibility_policy: 3 };

describe('the next unread topic (web-details.md H)', () => {
  const state = stateOf([topic(5, 'a', 1), topic(5, 'b', 2), topic(6, 'c', 3), topic(8, 'd', 4)]);
  const sections = channelSections(state);

  it('is another one of the open channel first, the newest of them', () => {
    expect(nextUnreadTopic(state, { sections, topic: { channelId: 5, topic: 'x' } })).toMatchObject({ topic: 'b' });
    expect(nextUnreadTopic(state, { sections, topic: { channelId: 5, topic: 'B' } })).toMatchObject({ topic: 'a' });
  });

  it('is then one of a later channel, and begins again after the last', () => {
    const read = stateOf([topic(5, 'a', 1), topic(6, 'c', 3)]);
    expect(nextUnreadTopic(read, { sections, topic: { channelId: 5, topic: 'a' } })).toMatchObject({ topic: 'c' });
    expect(nextUnreadTopic(read, { sections, topic: { channelId: 6, topic: 'c' } })).toMatchObject({ topic: 'a' });
    expect(nextUnreadTopic(read, { sections })).toMatchObject({ topic: 'a' });
  });

  it('leaves muted channels out but for topics that the user follows or unmuted', () => {
    const muted = [topic(8, 'd', 4), topic(8, 'heard', 5)];
    expect(nextUnreadTopic(stateOf(muted), { sections })).toBeUndefined();
    const hearing = stateOf(muted, { user_topics: [followed] });
    expect(nextUnreadTopic(hearing, { sections })).toMatchObject({ topic: 'heard' });
    const all = stateOf([topic(5, 'a', 1), ...muted], { user_topics: [followed] });
    expect(nextUnreadTopic(all, { sections, isFollowedOnly: true })).toMatchObject({ topic: 'heard' });
  });

  it('is none when only the open one has unread messages', () => {
    expect(
      nextUnreadTopic(stateOf([topic(5, 'a', 1)]), { sections, topic: { channelId: 5, topic: 'a' } }),
    ).toBeUndefined();
  });

  it('leaves out what is folded away', () => {
    expect(nextUnreadTopic(state, { sections: [] })).toBeUndefined();
  });
});

describe('the next unread direct conversation', () => {
  const unread_msgs = {
    count: 3,
    pms: [
      { other_user_id: 20, sender_id: 20, unread_message_ids: [9] },
      { other_user_id: 30, sender_id: 30, unread_message_ids: [7] },
    ],
    streams: [],
    huddles: [],
    mentions: [],
    old_unreads_missing: false,
  };
  const state = stateOf([], { unread_msgs });

  it('follows the list from the open one, then begins again', () => {
    expect(nextUnreadDirect(state)).toBe('20');
    expect(nextUnreadDirect(state, '20')).toBe('30');
    expect(nextUnreadDirect(state, '30')).toBe('20');
    expect(nextUnreadDirect(state, '40')).toBe('20');
  });

  it('leaves muted people out', () => {
    const muted = stateOf([], { unread_msgs, muted_users: [{ id: 20, timestamp: 0 }] });
    expect(nextUnreadDirect(muted)).toBe('30');
    expect(nextUnreadDirect(muted, '30')).toBeUndefined();
  });
});
