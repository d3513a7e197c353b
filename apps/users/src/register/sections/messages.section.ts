import { UnreadMessages } from '@stoa/contracts/users';
import type { MessageMarks, WantedMarks } from '../../shared/message-state/message-state.repository';
import { RegisterState } from '../state/register-state';
import type { StateWriter } from '../../shared/state/state-writer';
import { UnreadState, unreadText } from './unread';

/** What of the messages belongs to a registration (realtime.md 2.2). Parts that were not wanted are null. */
export interface MessageState extends MessageMarks {
  unread: UnreadState | null;
}

export const NO_MARKS: MessageMarks = { maxMessageId: null, starred: null, recentConversations: null };
const NOTHING_UNREAD = JSON.stringify({
  count: 0,
  pms: [],
  streams: [],
  huddles: [],
  mentions: [],
  old_unreads_missing: false,
} satisfies UnreadMessages);

/** What is to be read for a registration. */
export function wantedMarks({ wanted }: Pick<RegisterState, 'wanted'>): WantedMarks {
  return {
    maxMessageId: wanted.has('message'),
    starred: wanted.has('starred_messages'),
    recentConversations: wanted.has('recent_private_conversations'),
  };
}

/** Unread messages are included only for clients that also get flags (realtime.md 2.2). */
export function wantsUnread({ wanted }: Pick<RegisterState, 'wanted'>): boolean {
  return wanted.has('message') && wanted.has('update_message_flags');
}

/** @param read null for spectators */
export function writeMessages(state: RegisterState, read: MessageState | null, writer: StateWriter): void {
  const { wanted, request } = state;
  const { maxMessageId, unread, starred, recentConversations } = read ?? { ...NO_MARKS, unread: null };
  if (wanted.has('message')) writer.field('max_message_id', maxMessageId ?? -1);
  if (wantsUnread(state)) writer.text('unread_msgs', unread ? unreadText(unread, request) : NOTHING_UNREAD);
  if (wanted.has('starred_messages')) writer.text('starred_messages', starred ?? '[]');
  if (wanted.has('recent_private_conversations')) {
    writer.text('recent_private_conversations', recentConversations ?? '[]');
  }
}
