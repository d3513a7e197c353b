import { describe, expect, it } from 'vitest';
import { changed } from '../../../store/apply';
import { noteTopic } from '../../../store/conversation-list';
import type { ChannelMessage } from '../../../store/message';
import { snapshotState } from '../../../store/snapshot';
import { ME, aGroup, aSubscription, aUser, anAnswer, permissionsFor } from '../../../test-support/answer';
import { destinations, isMerge, knownCounts, leftBehind, losesReaders, moveProblem } from './move';

const EVERYBODY = 1;
const NOBODY = 2;

const state = changed(
  snapshotState(
    anAnswer({
      ...permissionsFor(EVERYBODY),
      realm_topics_policy: 'disable_empty_topic',
      realm_user_groups: [
        aGroup(EVERYBODY, { name: 'role:everyone', is_system_group: true }),
        aGroup(NOBODY, { name: 'role:nobody', is_system_group: true }),
      ],
      subscriptions: [
        aSubscription(5),
        aSubscription(6, { invite_only: true, topics_policy: 'empty_topic_only' }),
        aSubscription(8, { is_archived: true }),
        aSubscription(9, { can_send_message_group: NOBODY }),
        aSubscription(10, { can_create_topic_group: NOBODY }),
      ],
      never_subscribed: [],
    }),
  ),
  (draft) => noteTopic(draft, { kind: 'topic', channelId: 5, topic: 'Logo' }, { maxId: 1, hasOwnMessage: false }),
);

const message: ChannelMessage = {
  ...{ id: 1, type: 'stream', stream_id: 5, topic: 'plan', sender_id: 20, sender_full_name: '', sender_email: '' },
  ...{ avatar_url: null, client: '', content: '', timestamp: 0, is_me_message: false, topic_links: [] },
  ...{ reactions: [], submessages: [], flags: new Set<string>() },
};

describe('where messages can go', () => {
  it('is every channel that the user may write in, and that in which they are', () => {
    const from = (id: number): number[] => destinations(state, id).map(({ stream_id }) => stream_id);
    expect(from(5)).toEqual([5, 6, 10]);
    expect(from(9)).toEqual([5, 6, 9, 10]);
  });

  it('is not where they are, nor against the policy of topics', () => {
    expect(moveProblem(state, message, { channelId: 5, topic: 'plan' })).toBe('same-place');
    expect(moveProblem(state, message, { channelId: 5, topic: 'Plan' })).toBeUndefined();
    expect(moveProblem(state, message, { channelId: 5, topic: '' })).toBe('topic-needed');
    expect(moveProblem(state, message, { channelId: 6, topic: 'plan' })).toBe('only-empty-topic');
    expect(moveProblem(state, message, { channelId: 6, topic: '' })).toBeUndefined();
    const unknown = { channelId: 10, topic: 'new' };
    expect(moveProblem(state, message, unknown)).toBeUndefined();
    expect(moveProblem(state, message, { ...unknown, knowsTopics: true })).toBe('may-not-begin-topic');
  });

  it.each([
    ['plan', 10, '✔ plan', undefined],
    ['✔ plan', 10, 'Plan', undefined],
    ['plan', 10, '✔ another', 'may-not-begin-topic'],
    // In another channel it is a new topic.
    ['plan', 5, '✔ plan', 'may-not-begin-topic'],
  ])('may be %s of channel %i as %s, where no topics can be begun: %s', (from, stream_id, topic, expected) => {
    const moved = { stream_id, topic: from };
    expect(moveProblem(state, moved, { channelId: 10, topic, knowsTopics: true })).toBe(expected);
  });

  it('is told when messages are there already, or readers get lost', () => {
    expect(isMerge(state, message, { channelId: 5, topic: 'logo' })).toBe(true);
    expect(isMerge(state, message, { channelId: 5, topic: 'PLAN' })).toBe(false);
    expect(isMerge(state, message, { channelId: 6, topic: 'logo' })).toBe(false);
    expect(losesReaders(state, message, 6)).toBe(true);
    expect(losesReaders(state, message, 5)).toBe(false);
  });
});

describe('what a move takes along', () => {
  const window = { narrow: [], generation: 1, ids: [1, 4, 6], fetchingOlder: false, fetchingNewer: false };

  it('is counted where the topic is held to its ends', () => {
    const ends = { haveOldest: true, haveNewest: true, historyLimited: false };
    expect(knownCounts({ ...window, ...ends }, 4)).toEqual({ later: 2, all: 3 });
    expect(knownCounts({ ...window, ...ends, haveOldest: false }, 4)).toEqual({ later: 2 });
    expect(knownCounts({ ...window, ...ends, haveNewest: false }, 4)).toBeUndefined();
    expect(knownCounts({ ...window, ...ends, isStale: true }, 4)).toBeUndefined();
    expect(knownCounts({ ...window, ...ends }, 5)).toBeUndefined();
    expect(knownCounts(undefined, 4)).toBeUndefined();
  });

  const people = (subscribed: { there: number[]; here: number[] }, isWebPublic = false) => {
    const users = [aUser(ME), aUser(20), aUser(21), aUser(22, { is_bot: true }), aUser(30, { is_guest: true })];
    const subscriptions = [
      aSubscription(5, { subscribers: subscribed.here }),
      aSubscription(6, { subscribers: subscribed.there, is_web_public: isWebPublic }),
    ];
    const fresh = snapshotState(anAnswer({ realm_users: users, subscriptions, never_subscribed: [] }));
    const senders = [20, 21, 22, 20].map((sender_id, id): [number, ChannelMessage] => [
      id,
      { ...message, id, sender_id },
    ]);
    const elsewhere: ChannelMessage = { ...message, id: 9, topic: 'other', sender_id: ME };
    return { ...fresh, messages: new Map([...senders, [9, elsewhere] as const]) };
  };

  it('leaves behind who wrote there and is not in the other channel, and counts guests', () => {
    const here = [ME, 20, 21, 30];
    expect(leftBehind(people({ here, there: [ME, 21] }), message, 6)).toEqual({ writers: [20], guests: 1 });
    expect(leftBehind(people({ here, there: [ME, 20, 21, 30] }), message, 6)).toEqual({ writers: [], guests: 0 });
    expect(leftBehind(people({ here, there: [ME, 20, 21] }, true), message, 6).guests).toBe(0);
    expect(leftBehind(people({ here, there: [] }), message, 5)).toEqual({ writers: [], guests: 0 });
  });

  it('names nobody until everybody in the other channel is known', () => {
    const state = people({ here: [], there: [] });
    const subscribers = new Map([[6, { ids: new Set<number>(), isComplete: false }]]);
    expect(leftBehind({ ...state, subscribers }, message, 6)).toEqual({ writers: [], guests: 0 });
  });
});
