import { snapshotState } from '../../store/snapshot';
import type { State } from '../../store/state';
import { aSubscription, anAnswer } from '../../test-support/answer';
import { type Shown, inboxOf, limited, rowCountOf, seenIn } from './inbox-rows';

const unread = (topic: string, ids: number[], stream_id = 5) => ({ stream_id, topic, unread_message_ids: ids });

function stateWith(
  streams: ReturnType<typeof unread>[],
  pms: readonly { sender_id: number; unread_message_ids: number[] }[] = [],
): State {
  return snapshotState(
    anAnswer({
      realm_empty_topic_display_name: 'general chat',
      subscriptions: [
        aSubscription(5, { name: 'design' }),
        aSubscription(6, { name: 'all', is_muted: true }),
        aSubscription(8, { name: 'news', pin_to_top: true }),
      ],
      user_topics: [
        { stream_id: 5, topic_name: 'Noise', visibility_policy: 1, last_updated: 1 },
        { stream_id: 5, topic_name: 'Plan', visibility_policy: 3, last_updated: 1 },
      ],
      unread_msgs: {
        ...{ count: 0, huddles: [], mentions: [2], old_unreads_missing: false },
        streams,
        pms: pms.map((one) => ({ ...one, other_user_id: one.sender_id })),
      },
    }),
  );
}

const EVERYTHING = stateWith(
  [
    unread('Plan', [1, 2]),
    unread('', [3]),
    unread('Noise', [4]),
    unread('quiet', [5], 6),
    unread('new', [6], 8),
    unread('gone', [7], 99),
  ],
  [
    { sender_id: 20, unread_message_ids: [8] },
    { sender_id: 30, unread_message_ids: [9, 10] },
  ],
);

function topicsIn(state: State, { typed = '', shown = 'unmuted' as Shown, seen = new Map<string, number>() } = {}) {
  const inbox = inboxOf(state, { typed, shown, firstSeen: seenIn(state, seen) });
  return {
    directs: inbox.directs.map(({ key }) => key),
    sections: inbox.sections.map(({ key, count, channels }) => [
      key,
      count,
      channels.map(({ channel, topics }) => [channel.name, topics.map(({ topic }) => topic)]),
    ]),
  };
}

describe('the inbox', () => {
  it('has direct messages, then channels as the sidebar orders them; each with what is unread and not muted', () => {
    expect(topicsIn(EVERYTHING)).toEqual({
      directs: ['30', '20'],
      sections: [
        ['pinned', 1, [['news', ['new']]]],
        ['others', 3, [['design', ['', 'Plan']]]],
      ],
    });
  });

  it('shows followed topics alone, or all, with muted channels last', () => {
    expect(topicsIn(EVERYTHING, { shown: 'followed' }).sections).toEqual([['others', 2, [['design', ['Plan']]]]]);
    const [, [, , others]] = topicsIn(EVERYTHING, { shown: 'all' }).sections as [unknown, [unknown, unknown, unknown]];
    expect(others).toEqual([
      ['design', ['Noise', '', 'Plan']],
      ['all', ['quiet']],
    ]);
  });

  it('is filtered by words of people, channels and topics', () => {
    expect(topicsIn(EVERYTHING, { typed: 'user 30' })).toEqual({ directs: ['30'], sections: [] });
    expect(topicsIn(EVERYTHING, { typed: 'des gen' }).sections).toEqual([['others', 1, [['design', ['']]]]]);
    expect(topicsIn(EVERYTHING, { typed: 'nothing' })).toEqual({ directs: [], sections: [] });
  });

  it('keeps rows where they are when messages come, and puts new conversations on top', () => {
    const seen = seenIn(EVERYTHING, new Map());
    const later = stateWith([unread('Plan', [1, 2, 20]), unread('', [3]), unread('first', [21])]);
    expect(topicsIn(later, { seen: new Map(seen) }).sections).toEqual([
      ['others', 5, [['design', ['first', '', 'Plan']]]],
    ]);
    expect(seenIn(EVERYTHING, seen)).toBe(seen);
    expect([...seenIn(later, seen).keys()]).toEqual(['5/plan', '5/', '5/first']);
  });

  it('is drawn by and by, with all its numbers from the beginning', () => {
    const firstSeen = seenIn(EVERYTHING, new Map());
    const all = inboxOf(EVERYTHING, { typed: '', shown: 'unmuted', firstSeen });
    expect(rowCountOf(all)).toBe(5);
    const drawn = (limit: number) =>
      limited(all, limit).sections.map(({ count, channels }) => [count, channels[0]?.topics.length]);
    expect(rowCountOf(limited(all, 3))).toBe(3);
    expect([drawn(3), drawn(4)]).toEqual([
      [[1, 1]],
      [
        [1, 1],
        [3, 1],
      ],
    ]);
  });
});
