import { describe, expect, it } from 'vitest';
import { changed } from '../../../store/apply';
import { noteTopic } from '../../../store/conversation-list';
import type { ChannelMessage } from '../../../store/message';
import { snapshotState } from '../../../store/snapshot';
import { aGroup, aSubscription, anAnswer, permissionsFor } from '../../../test-support/answer';
import { destinations, isMerge, losesReaders, moveProblem } from './move';

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
  it('is every channel that the user may write in', () => {
    expect(destinations(state).map(({ stream_id }) => stream_id)).toEqual([5, 6]);
  });

  it('is not where they are, nor against the policy of topics', () => {
    expect(moveProblem(state, message, { channelId: 5, topic: 'plan' })).toBe('same-place');
    expect(moveProblem(state, message, { channelId: 5, topic: 'Plan' })).toBeUndefined();
    expect(moveProblem(state, message, { channelId: 5, topic: '' })).toBe('topic-needed');
    expect(moveProblem(state, message, { channelId: 6, topic: 'plan' })).toBe('only-empty-topic');
    expect(moveProblem(state, message, { channelId: 6, topic: '' })).toBeUndefined();
  });

  it('is told when messages are there already, or readers get lost', () => {
    expect(isMerge(state, message, { channelId: 5, topic: 'logo' })).toBe(true);
    expect(isMerge(state, message, { channelId: 5, topic: 'PLAN' })).toBe(false);
    expect(isMerge(state, message, { channelId: 6, topic: 'logo' })).toBe(false);
    expect(losesReaders(state, message, 6)).toBe(true);
    expect(losesReaders(state, message, 5)).toBe(false);
  });
});
