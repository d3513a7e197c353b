import { DeleteMessagesEvent, UpdateMessageEvent } from '@stoa/contracts/events';
import { sameTopic } from './apply-message-events';
import { ClientState, StateUnread, withIds, withoutIds } from './client-state';

/** `update_message`: unread messages go with their topic; an edit may mention the user or cease to (messages.md 6). */
export function applyUpdateMessage(state: ClientState, event: UpdateMessageEvent): void {
  const unread = state.unread_msgs;
  if (!unread || event.rendering_only) return;
  if (event.propagate_mode !== undefined) moveUnread(state, unread, event);
  if (event.content !== undefined) remention(unread, event);
}

function moveUnread(state: ClientState, unread: StateUnread, event: UpdateMessageEvent): void {
  const channelId = event.new_stream_id ?? event.stream_id ?? 0;
  const topic = event.subject ?? event.orig_subject ?? '';
  const isSubscribed = state.subscriptions?.some(({ stream_id }) => stream_id === channelId) ?? true;
  const moved = new Set(event.message_ids);
  const found: number[] = [];
  for (const entry of unread.streams) {
    if (entry.stream_id !== event.stream_id) continue;
    found.push(...entry.unread_message_ids.filter((id) => moved.has(id)));
    entry.unread_message_ids = entry.unread_message_ids.filter((id) => !moved.has(id));
  }
  if (!isSubscribed) unread.mentions = withoutIds(unread.mentions, found);
  if (found.length === 0 || !isSubscribed) return;
  const known = unread.streams.find((entry) => entry.stream_id === channelId && sameTopic(entry.topic, topic));
  if (known) known.unread_message_ids = withIds(known.unread_message_ids, found);
  else unread.streams.push({ stream_id: channelId, topic, unread_message_ids: found.sort((a, b) => a - b) });
}

function remention(unread: StateUnread, { message_id: id, flags }: UpdateMessageEvent): void {
  const isMentioned = flags.includes('mentioned') || flags.includes('wildcard_mentioned');
  const isUnread = !flags.includes('read');
  unread.mentions = isMentioned && isUnread ? withIds(unread.mentions, [id]) : withoutIds(unread.mentions, [id]);
}

/** `delete_message`: nothing of the messages is left. */
export function applyDeleteMessage(state: ClientState, event: DeleteMessagesEvent): void {
  const ids = event.message_ids ?? (event.message_id === undefined ? [] : [event.message_id]);
  if (state.starred_messages) state.starred_messages = withoutIds(state.starred_messages, ids);
  const unread = state.unread_msgs;
  if (!unread) return;
  const lists: { unread_message_ids: number[] }[] = [...unread.pms, ...unread.streams, ...unread.huddles];
  for (const list of lists) list.unread_message_ids = withoutIds(list.unread_message_ids, ids);
  unread.mentions = withoutIds(unread.mentions, ids);
}
