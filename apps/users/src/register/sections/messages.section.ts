import { UnreadMessages } from '@stoa/contracts/users';
import { RegisterState } from '../state/register-state';
import { UnreadState, unreadMessages } from './unread';

/** What of the messages belongs to a registration (realtime.md 2.2). Parts that were not wanted are null. */
export interface MessageState {
  maxMessageId: number | null;
  unread: UnreadState | null;
  starred: number[] | null;
  recentConversations: { user_ids: number[]; max_message_id: number }[] | null;
}

const NOTHING: MessageState = { maxMessageId: null, unread: null, starred: null, recentConversations: null };
const NOTHING_UNREAD: UnreadMessages = {
  count: 0,
  pms: [],
  streams: [],
  huddles: [],
  mentions: [],
  old_unreads_missing: false,
};

/** Unread messages are included only for clients that also get flags (realtime.md 2.2). */
export function wantsUnread({ wanted }: Pick<RegisterState, 'wanted'>): boolean {
  return wanted.has('message') && wanted.has('update_message_flags');
}

/** @param read null for spectators */
export function messageFields(state: RegisterState, read: MessageState | null): Record<string, unknown> {
  const { wanted, request } = state;
  const { maxMessageId, unread, starred, recentConversations } = read ?? NOTHING;
  const fields: Record<string, unknown> = {};
  if (wanted.has('message')) fields.max_message_id = maxMessageId ?? -1;
  if (wantsUnread(state)) fields.unread_msgs = unread ? unreadMessages(unread, request) : NOTHING_UNREAD;
  if (wanted.has('starred_messages')) fields.starred_messages = starred ?? [];
  if (wanted.has('recent_private_conversations')) fields.recent_private_conversations = recentConversations ?? [];
  return fields;
}
