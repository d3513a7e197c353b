import { describe, expect, it } from 'vitest';
import { aChannel, aSubscription, anAnswer } from '../../test-support/answer';
import { noteTopic } from '../../store/conversation-list';
import { changed } from '../../store/apply';
import { snapshotState } from '../../store/snapshot';
import { findChannels, findTopics } from './channels';

const NOWHERE = { type: 'direct', userIds: [20] } as const;

const state = snapshotState(
  anAnswer({
    subscriptions: [
      aSubscription(5, { name: 'design', pin_to_top: false }),
      aSubscription(6, { name: 'desks', pin_to_top: true }),
      aSubscription(8, { name: 'web design', is_muted: true }),
      aSubscription(9, { name: 'old design', is_archived: true }),
    ],
    never_subscribed: [aChannel(7, { name: 'despair', description: 'nothing' })],
  }),
);

describe('channels that may be meant', () => {
  it('goes by starts of names, pinned first, then by starts of words', () => {
    const names = findChannels(state, { query: 'des', target: NOWHERE, most: 9 }).map(({ name }) => name);
    expect(names).toEqual(['desks', 'design', 'despair', 'web design']);
  });

  it('puts the open channel first and hits of descriptions last', () => {
    const target = { type: 'channel', channelId: 5, topic: '' } as const;
    expect(findChannels(state, { query: 'd', target, most: 1 })[0]?.name).toBe('design');
    expect(findChannels(state, { query: 'noth', target, most: 9 }).map(({ name }) => name)).toEqual(['despair']);
  });

  it('prefers what is not muted, then pinned, active, busy, and then goes by name', () => {
    const many = snapshotState(
      anAnswer({
        subscriptions: [
          aSubscription(1, { name: 'a muted', is_muted: true, pin_to_top: true, stream_weekly_traffic: 900 }),
          aSubscription(2, { name: 'a quiet', is_recently_active: false, stream_weekly_traffic: 800 }),
          aSubscription(3, { name: 'a slow', stream_weekly_traffic: 10 }),
          aSubscription(4, { name: 'a swift', stream_weekly_traffic: 70 }),
          aSubscription(5, { name: 'a new', stream_weekly_traffic: null }),
          aSubscription(6, { name: 'a pinned', pin_to_top: true }),
        ],
        never_subscribed: [aChannel(7, { name: 'a stranger', stream_weekly_traffic: 999 })],
      }),
    );
    const find = (recent?: readonly number[]) =>
      findChannels(many, { query: 'a', target: NOWHERE, most: 9, recent }).map(({ stream_id }) => stream_id);
    expect(find()).toEqual([6, 4, 3, 5, 2, 1, 7]);
    expect(find([7, 1, 5])).toEqual([1, 5, 6, 4, 3, 2, 7]);
  });

  it('finds topics, the newest first, resolved ones by their name', () => {
    const known = changed(state, (draft) => {
      noteTopic(draft, { kind: 'topic', channelId: 5, topic: 'logo' }, { maxId: 1, hasOwnMessage: false });
      noteTopic(draft, { kind: 'topic', channelId: 5, topic: '✔ logo colours' }, { maxId: 2, hasOwnMessage: false });
    });
    expect(findTopics(known, { channelId: 5, query: 'logo', most: 9 })).toEqual(['✔ logo colours', 'logo']);
  });
});
