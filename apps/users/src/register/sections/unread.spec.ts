import { NO_CAPABILITIES } from '@stoa/contracts/users';
import { Muting, UnreadState, unreadMessages } from './unread';

const ME = 10;
const message = (id: number, changes: Partial<UnreadState['messages'][number]>): UnreadState['messages'][number] => ({
  id,
  recipientId: 1,
  channelId: null,
  topic: '',
  senderId: 20,
  isMentioned: false,
  isWildcardMentioned: false,
  ...changes,
});
const state: UnreadState = {
  viewerId: ME,
  isCut: false,
  participants: new Map([
    [1, [ME, 20]],
    [2, [ME]],
    [3, [7, ME, 30]],
  ]),
  muting: new Muting(new Set([6]), [
    { channel_id: 5, topic: 'Noise', visibility_policy: 1 },
    { channel_id: 6, topic: 'news', visibility_policy: 2 },
    { channel_id: 6, topic: 'jobs', visibility_policy: 3 },
  ]),
  messages: [
    message(1, {}),
    message(2, { recipientId: 2 }),
    message(3, { recipientId: 3 }),
    message(4, { channelId: 5, topic: 'lunch' }),
    message(5, { channelId: 5, topic: 'noise', isMentioned: true }),
    message(6, { channelId: 6, topic: '', isWildcardMentioned: true }),
    message(7, { channelId: 6, topic: 'News', isWildcardMentioned: true }),
    message(8, { channelId: 6, topic: 'jobs' }),
    message(9, { channelId: 5, topic: 'Lunch' }),
    message(11, {}),
  ],
};

describe('unread_msgs (realtime.md 2.4)', () => {
  it('groups, counts and finds mentions', () => {
    expect(unreadMessages(state, { client_capabilities: NO_CAPABILITIES })).toEqual({
      count: 8,
      pms: [
        { other_user_id: ME, sender_id: ME, unread_message_ids: [2] },
        { other_user_id: 20, sender_id: 20, unread_message_ids: [1, 11] },
      ],
      streams: [
        { stream_id: 5, topic: 'lunch', unread_message_ids: [4, 9] },
        { stream_id: 5, topic: 'noise', unread_message_ids: [5] },
        { stream_id: 6, topic: 'general chat', unread_message_ids: [6] },
        { stream_id: 6, topic: 'News', unread_message_ids: [7] },
        { stream_id: 6, topic: 'jobs', unread_message_ids: [8] },
      ],
      huddles: [{ user_ids_string: '7,10,30', unread_message_ids: [3] }],
      mentions: [5, 7],
      old_unreads_missing: false,
    });
  });

  it('leaves the empty topic to clients that know it', () => {
    const client_capabilities = { ...NO_CAPABILITIES, empty_topic_name: true };
    expect(unreadMessages(state, { client_capabilities }).streams[2]?.topic).toBe('');
  });
});
