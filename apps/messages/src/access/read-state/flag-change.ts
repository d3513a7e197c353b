import { ChangeEvent, eventOf } from '@stoa/contracts/events';
import { EditableFlagName } from './flag-rules';

/** A user's own large changes are sent in pieces (design.md 4). */
const MOST_IDS_PER_EVENT = 5000;

/** What a client needs to count a message as unread again (messages.md 11). */
export interface UnreadDetails {
  type: 'private' | 'stream';
  mentioned?: true;
  user_ids?: number[];
  stream_id?: number;
  topic?: string;
  unmuted_stream_msg?: boolean;
}

export interface FlagChange {
  userId: number;
  op: 'add' | 'remove';
  flag: EditableFlagName;
  /** Ids that really changed. */
  messageIds: readonly number[];
  /** Only when `read` is removed. */
  details: ReadonlyMap<number, UnreadDetails>;
}

/** `update_message_flags` to the user's own queues; an explicit call sends it even if it changed nothing. */
export function flagEvents({ userId, op, flag, messageIds, details }: FlagChange): ChangeEvent[] {
  const events: ChangeEvent[] = [];
  for (let start = 0; start === 0 || start < messageIds.length; start += MOST_IDS_PER_EVENT) {
    const messages = messageIds.slice(start, start + MOST_IDS_PER_EVENT);
    const isUnread = flag === 'read' && op === 'remove';
    events.push(
      eventOf(
        'update_message_flags',
        op,
        {
          operation: op,
          flag,
          messages,
          all: false,
          ...(isUnread ? { message_details: detailsOf(messages, details) } : {}),
        },
        [userId],
      ),
    );
  }
  return events;
}

/** Everything was marked as read: clients need no ids (messages.md 10). */
export function allReadEvent(userId: number): ChangeEvent {
  const fields = { operation: 'add', flag: 'read', messages: [], all: true } as const;
  return eventOf('update_message_flags', 'add', fields, [userId]);
}

function detailsOf(
  messageIds: readonly number[],
  details: ReadonlyMap<number, UnreadDetails>,
): Record<string, UnreadDetails> {
  return Object.fromEntries(
    messageIds.flatMap((messageId) => {
      const entry = details.get(messageId);
      return entry ? [[String(messageId), entry]] : [];
    }),
  );
}
