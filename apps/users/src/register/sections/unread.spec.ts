import { NO_CAPABILITIES, type UnreadMessages } from '@stoa/contracts/users';
import { Muting, UnreadState, unreadText } from './unread';

const ME = 10;
type Group = UnreadState['groups'][number];
const group = (ids: string, changes: Partial<Group>): Group => ({
  ids,
  count: ids.split(',').length,
  channelId: null,
  topic: '',
  userIds: null,
  mentioned: [],
  wildcardMentioned: [],
  ...changes,
});
const state: UnreadState = {
  viewerId: ME,
  isCut: false,
  muting: new Muting(new Set([6]), [
    { channel_id: 5, topic: 'Noise', visibility_policy: 1 },
    { channel_id: 6, topic: 'news', visibility_policy: 2 },
    { channel_id: 6, topic: 'jobs', visibility_policy: 3 },
  ]),
  groups: [
    group('9,12', { channelId: 5, topic: 'Lunch' }),
    group('1,11', { userIds: [ME, 20] }),
    group('2', { userIds: [ME] }),
    group('3', { userIds: [7, ME, 30] }),
    group('4,10', { channelId: 5, topic: 'lunch' }),
    group('5', { channelId: 5, topic: 'noise', mentioned: [5] }),
    group('6', { channelId: 6, topic: '', wildcardMentioned: [6] }),
    group('7', { channelId: 6, topic: 'News', wildcardMentioned: [7] }),
    group('8', { channelId: 6, topic: 'jobs' }),
  ],
};

describe('unread_msgs (realtime.md 2.4)', () => {
  it('groups, counts and finds mentions', () => {
    expect(JSON.parse(unreadText(state, { client_capabilities: NO_CAPABILITIES }))).toEqual({
      count: 10,
      pms: [
        { other_user_id: ME, sender_id: ME, unread_message_ids: [2] },
        { other_user_id: 20, sender_id: 20, unread_message_ids: [1, 11] },
      ],
      streams: [
        { stream_id: 5, topic: 'lunch', unread_message_ids: [4, 9, 10, 12] },
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
    const unread: UnreadMessages = JSON.parse(unreadText(state, { client_capabilities }));
    expect(unread.streams[2]?.topic).toBe('');
  });
});
