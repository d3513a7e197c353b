import { UnreadMessages } from '@stoa/contracts';
import { RegisterState, topicText } from '../register-state';

/** What of the messages belongs to a registration (realtime.md 2.2, 2.4). Parts that were not wanted are null. */
export interface MessageState {
  maxMessageId: number | null;
  unread: UnreadState | null;
  starred: number[] | null;
  recentConversations: { user_ids: number[]; max_message_id: number }[] | null;
}

/** The viewer's newest unread messages, ascending by id. */
export interface UnreadState {
  messages: readonly UnreadMessage[];
  /** The limit of messages was reached: older ones may be missing. */
  isCut: boolean;
}

export interface UnreadMessage {
  id: number;
  mentionsPersonally: boolean;
  mentionsByWildcard: boolean;
  /** Channel messages. */
  channel?: { channelId: number; topic: string; isMuted: boolean };
  /** Direct messages: all participants, ascending. */
  participants?: readonly number[];
}

const EMPTY_UNREAD: UnreadMessages = {
  count: 0,
  pms: [],
  streams: [],
  huddles: [],
  mentions: [],
  old_unreads_missing: false,
};

/** @param read null for spectators */
export function messageFields(state: RegisterState, read: MessageState | null): Record<string, unknown> {
  const { wanted } = state;
  const fields: Record<string, unknown> = {};
  if (wanted.has('message')) fields.max_message_id = read?.maxMessageId ?? -1;
  if (wanted.has('message') && wanted.has('update_message_flags')) {
    fields.unread_msgs =
      read?.unread && state.user ? unreadMessages(read.unread, state.user.userId, state) : EMPTY_UNREAD;
  }
  if (wanted.has('starred_messages')) fields.starred_messages = read?.starred ?? [];
  if (wanted.has('recent_private_conversations')) {
    fields.recent_private_conversations = read?.recentConversations ?? [];
  }
  return fields;
}

type IdLists<K> = Map<K, number[]>;

function push<K>(lists: IdLists<K>, key: K, id: number): void {
  const list = lists.get(key);
  if (list) list.push(id);
  else lists.set(key, [id]);
}

/** `unread_msgs` (realtime.md 2.4). */
export function unreadMessages(
  unread: UnreadState,
  viewerId: number,
  state: Pick<RegisterState, 'request'>,
): UnreadMessages {
  const direct: IdLists<number> = new Map();
  const groups: IdLists<string> = new Map();
  const channels = new Map<number, IdLists<string>>();
  const mentions: number[] = [];
  let count = 0;
  for (const message of unread.messages) {
    const { channel, participants } = message;
    const isMuted = channel?.isMuted ?? false;
    if (message.mentionsPersonally || (message.mentionsByWildcard && !isMuted)) mentions.push(message.id);
    if (!isMuted) count++;
    if (channel) {
      const topics = channels.get(channel.channelId) ?? new Map<string, number[]>();
      channels.set(channel.channelId, topics);
      push(topics, channel.topic, message.id);
    } else if (participants) {
      const others = participants.filter((id) => id !== viewerId);
      if (others.length <= 1) push(direct, others[0] ?? viewerId, message.id);
      else push(groups, participants.join(','), message.id);
    }
  }
  return {
    count,
    pms: [...direct]
      .sort(([a], [b]) => a - b)
      .map(([id, ids]) => ({ other_user_id: id, sender_id: id, unread_message_ids: ids })),
    streams: [...channels]
      .sort(([a], [b]) => a - b)
      .flatMap(([channelId, topics]) =>
        [...topics]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([topic, ids]) => ({
            stream_id: channelId,
            topic: topicText(topic, state.request),
            unread_message_ids: ids,
          })),
      ),
    huddles: [...groups]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([ids, messageIds]) => ({ user_ids_string: ids, unread_message_ids: messageIds })),
    mentions,
    old_unreads_missing: unread.isCut,
  };
}

/** Topic policies of users.md: 1 muted, 2 unmuted, 3 followed. */
export function isMutedTopic(policy: number | undefined, isChannelMuted: boolean): boolean {
  return policy === 1 || (isChannelMuted && policy !== 2 && policy !== 3);
}
