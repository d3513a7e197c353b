import { messageFrom } from '../store/message';
import { snapshotState } from '../store/snapshot';
import type { State } from '../store/state';
import { anAnswer, ME } from '../test-support/answer';
import { resumedState } from './resume';

const wire = (id: number) => ({
  ...{ id, sender_id: 20, sender_email: '', sender_full_name: '', sender_realm_str: '', avatar_url: null, client: 't' },
  ...{ content: '', content_type: 'text/html' as const, timestamp: 1, recipient_id: 1, type: 'stream' as const },
  ...{ stream_id: 5, display_recipient: 'x', subject: 'lunch', topic_links: [], is_me_message: false },
  ...{ reactions: [], submessages: [] },
});

function withWindow(state: State): State {
  const messages = new Map([1, 2, 3].map((id) => [id, messageFrom(wire(id), { ownId: ME, flags: [] })]));
  const window = { narrow: [], generation: 3, ids: [1, 2], haveOldest: true, haveNewest: true };
  const fetching = { fetchingOlder: true, fetchingNewer: false, historyLimited: false };
  return { ...state, messages, windows: new Map([['open', { ...window, ...fetching }]]) };
}

describe('the state after a lost queue', () => {
  const unread_msgs = {
    ...{ count: 1, pms: [], huddles: [], mentions: [], old_unreads_missing: false },
    streams: [{ stream_id: 5, topic: 'lunch', unread_message_ids: [2] }],
  };
  const old = withWindow(snapshotState(anAnswer()));

  it('keeps what is on the screen, marked, with what is known of it', () => {
    const fresh = snapshotState(anAnswer({ unread_msgs, starred_messages: [1] }));
    const { state, refetch } = resumedState(old, fresh, ['open', 'unknown']);
    expect(refetch).toEqual(['open']);
    expect(state.windows.get('open')).toMatchObject({ generation: 4, isStale: true, fetchingOlder: false });
    expect([...state.messages.keys()]).toEqual([1, 2]);
    expect(state.messages.get(1)).toMatchObject({ isStale: true, flags: new Set(['read', 'starred']) });
    expect(state.messages.get(2)?.flags).toEqual(new Set());
    expect(state.unreadPlaces.has(2)).toBe(true);
  });

  it('keeps nothing of another user', () => {
    const fresh = snapshotState(anAnswer({ user_id: 20 }));
    expect(resumedState(old, fresh, ['open'])).toEqual({ state: fresh, refetch: [] });
  });
});
