import { ChangeEvent, eventOf } from '@stoa/contracts/events';
import type { DirectoryUser } from '@stoa/directory';

type Operation = 'start' | 'stop';

function person({ id, email }: DirectoryUser): { user_id: number; email: string } {
  return { user_id: id, email };
}

/** `typing` of a direct conversation; the sender is a participant too (messages.md 14). */
export function directTyping(
  op: Operation,
  sender: DirectoryUser,
  participants: readonly DirectoryUser[],
  audience: Iterable<number>,
): ChangeEvent {
  const recipients = participants.map(person);
  return eventOf('typing', op, { message_type: 'direct', sender: person(sender), recipients }, audience);
}

/** `typing` of a topic. */
export function channelTyping(
  op: Operation,
  sender: DirectoryUser,
  place: { channelId: number; topic: string },
  audience: Iterable<number>,
): ChangeEvent {
  const { channelId: stream_id, topic } = place;
  return eventOf('typing', op, { message_type: 'stream', sender: person(sender), stream_id, topic }, audience);
}

export type EditedIn =
  { type: 'channel'; channel_id: number; topic: string } | { type: 'direct'; user_ids: readonly number[] };

/** `typing_edit_message`. */
export function editTyping(
  op: Operation,
  edit: { senderId: number; messageId: number; recipient: EditedIn },
  audience: Iterable<number>,
): ChangeEvent {
  const { senderId: sender_id, messageId: message_id, recipient } = edit;
  return eventOf('typing_edit_message', op, { sender_id, message_id, recipient }, audience);
}
