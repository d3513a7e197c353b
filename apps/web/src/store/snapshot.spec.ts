import { anAnswer, aChannel, aSubscription, ME } from '../test-support/answer';
import { snapshotState } from './snapshot';

describe('the state of an answer', () => {
  it('keeps a channel once, with its subscription and its subscribers', () => {
    const state = snapshotState(
      anAnswer({
        subscriptions: [aSubscription(5, { is_muted: true, subscribers: [ME, 20] })],
        unsubscribed: [aSubscription(6, { subscribers: undefined, partial_subscribers: [30] })],
        never_subscribed: [aChannel(7)],
      }),
    );
    expect(state.channels.get(5)).toMatchObject({ isSubscribed: true, subscription: { is_muted: true } });
    expect(state.channels.get(5)).not.toHaveProperty('is_muted');
    expect(state.channels.get(5)).not.toHaveProperty('subscribers');
    expect(state.channels.get(6)).toMatchObject({ isSubscribed: false, subscription: { color: '#76ce90' } });
    expect(state.channels.get(7)?.subscription).toBeUndefined();
    expect(state.subscribers.get(5)).toEqual({ ids: new Set([ME, 20]), isComplete: true });
    expect(state.subscribers.get(6)).toEqual({ ids: new Set([30]), isComplete: false });
  });

  it('knows where each unread message stands', () => {
    const state = snapshotState(
      anAnswer({
        unread_msgs: {
          count: 5,
          streams: [{ stream_id: 5, topic: 'Lunch', unread_message_ids: [1, 2] }],
          pms: [
            { other_user_id: 20, sender_id: 20, unread_message_ids: [3] },
            { other_user_id: ME, sender_id: ME, unread_message_ids: [6] },
          ],
          huddles: [{ user_ids_string: '10,20,30', unread_message_ids: [4] }],
          mentions: [2],
          old_unreads_missing: true,
        },
      }),
    );
    expect(state.unreadTopics.get(5)?.get('lunch')).toEqual({ topic: 'Lunch', ids: [1, 2] });
    expect([...state.unreadDirects]).toEqual([
      ['20', { ids: [3] }],
      ['10', { ids: [6] }],
      ['20,30', { ids: [4] }],
    ]);
    expect(state.unreadPlaces.get(4)).toEqual({ kind: 'direct', key: '20,30' });
    expect(state.unreadMentions).toEqual(new Set([2]));
    expect(state.oldUnreadsMissing).toBe(true);
  });

  it('is refused where the answer lacks a part', () => {
    expect(() => snapshotState(anAnswer({ realm_users: undefined }))).toThrow('lacks realm_users');
  });

  it('leaves out of the organization what stands elsewhere', () => {
    const { organization } = snapshotState(anAnswer());
    expect(organization.realm_name).toBe('Tests');
    expect(organization).not.toHaveProperty('realm_users');
    expect(organization).not.toHaveProperty('max_message_id');
  });
});
