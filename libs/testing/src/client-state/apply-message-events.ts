import { Static } from '@sinclair/typebox';
import {
  AddFlagEventSchema,
  MessageEventSchema,
  RemoveFlagEventSchema,
  UnreadDetailsSchema,
} from '@stoa/contracts/events';
import { ClientState, StateUnread, copiesOf, withIds, withoutIds } from './client-state';

type MessageEvent = Static<typeof MessageEventSchema>;
type Message = MessageEvent['message'];
type FlagEvent = Static<typeof AddFlagEventSchema> | Static<typeof RemoveFlagEventSchema>;

/** A new message: newest id, unread counts, recent conversations, the channel's first message (realtime.md 9.1). */
export function applyMessageEvent(state: ClientState, { message, flags }: MessageEvent): void {
  const channelId = message.type === 'stream' ? message.stream_id : undefined;
  for (const channel of channelId === undefined ? [] : copiesOf(state, channelId))
    channel.first_message_id ??= message.id;
  if (channelId !== undefined && !isSubscribed(state, channelId)) return;
  if (state.max_message_id !== undefined) state.max_message_id = Math.max(state.max_message_id, message.id);
  const participants = participantsOf(message);
  if (participants && state.recent_private_conversations) rememberConversation(state, participants, message.id);
  if (!state.unread_msgs || flags.includes('read')) return;
  addUnread(state, state.unread_msgs, {
    id: message.id,
    channelId,
    topic: message.subject,
    participants,
    isMentioned: flags.includes('mentioned'),
    isWildcardMentioned: flags.includes('wildcard_mentioned'),
  });
}

/** Without the list of subscriptions there is no way to know; then every message that comes was received. */
function isSubscribed(state: ClientState, channelId: number): boolean {
  return state.subscriptions?.some(({ stream_id }) => stream_id === channelId) ?? true;
}

function participantsOf(message: Message): number[] | undefined {
  if (typeof message.display_recipient === 'string') return undefined;
  return message.display_recipient.map(({ id }) => id).sort((a, b) => a - b);
}

function rememberConversation(state: ClientState, participants: readonly number[], messageId: number): void {
  const others = participants.filter((userId) => userId !== state.user_id);
  const key = others.join();
  const rest = (state.recent_private_conversations ?? []).filter(({ user_ids }) => user_ids.join() !== key);
  state.recent_private_conversations = [{ user_ids: others, max_message_id: messageId }, ...rest];
}

interface NewUnread {
  id: number;
  channelId: number | undefined;
  topic: string;
  participants: readonly number[] | undefined;
  isMentioned: boolean;
  isWildcardMentioned: boolean;
}

function addUnread(state: ClientState, unread: StateUnread, message: NewUnread): void {
  const { id, channelId, topic, participants } = message;
  if (channelId !== undefined) {
    const known = unread.streams.find((entry) => entry.stream_id === channelId && sameTopic(entry.topic, topic));
    if (known) known.unread_message_ids = withIds(known.unread_message_ids, [id]);
    else unread.streams.push({ stream_id: channelId, topic, unread_message_ids: [id] });
  } else if (participants) addDirectUnread(unread, participants, state.user_id, id);
  const isMuted = channelId !== undefined && isMutedTopic(state, channelId, topic);
  if (message.isMentioned || (message.isWildcardMentioned && !isMuted)) {
    unread.mentions = withIds(unread.mentions, [id]);
  }
}

function addDirectUnread(
  unread: StateUnread,
  participants: readonly number[],
  ownId: number | undefined,
  messageId: number,
): void {
  const others = participants.filter((userId) => userId !== ownId);
  if (others.length > 1) {
    const key = [...participants].sort((a, b) => a - b).join();
    const known = unread.huddles.find(({ user_ids_string }) => user_ids_string === key);
    if (known) known.unread_message_ids = withIds(known.unread_message_ids, [messageId]);
    else unread.huddles.push({ user_ids_string: key, unread_message_ids: [messageId] });
    return;
  }
  const other = others[0] ?? ownId ?? 0;
  const known = unread.pms.find(({ other_user_id }) => other_user_id === other);
  if (known) known.unread_message_ids = withIds(known.unread_message_ids, [messageId]);
  else unread.pms.push({ other_user_id: other, sender_id: other, unread_message_ids: [messageId] });
}

/** `update_message_flags`: what is read or starred (messages.md 11). */
export function applyFlagEvent(state: ClientState, event: FlagEvent): void {
  if (event.flag === 'starred' && state.starred_messages) {
    const change = event.op === 'add' ? withIds : withoutIds;
    state.starred_messages = change(state.starred_messages, event.messages);
  }
  const unread = state.unread_msgs;
  if (event.flag !== 'read' || !unread) return;
  if (event.op === 'add') markRead(unread, event);
  else
    for (const [id, details] of Object.entries(event.message_details ?? {}))
      markUnread(state, unread, Number(id), details);
}

function markRead(unread: StateUnread, event: Static<typeof AddFlagEventSchema>): void {
  if (event.all) {
    Object.assign(unread, { pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false });
    return;
  }
  const lists: { unread_message_ids: number[] }[] = [...unread.pms, ...unread.streams, ...unread.huddles];
  for (const list of lists) list.unread_message_ids = withoutIds(list.unread_message_ids, event.messages);
  unread.mentions = withoutIds(unread.mentions, event.messages);
}

function markUnread(
  state: ClientState,
  unread: StateUnread,
  id: number,
  details: Static<typeof UnreadDetailsSchema>,
): void {
  const own = state.user_id === undefined ? [] : [state.user_id];
  addUnread(state, unread, {
    id,
    channelId: details.stream_id,
    topic: details.topic ?? '',
    participants: details.user_ids && withIds(details.user_ids, own),
    isMentioned: details.mentioned ?? false,
    isWildcardMentioned: false,
  });
}

/** Drops what became empty and recounts: after every fold, because muting changes the count too. */
export function settleUnread(state: ClientState): void {
  const unread = state.unread_msgs;
  if (!unread) return;
  const hasIds = ({ unread_message_ids }: { unread_message_ids: number[] }): boolean => unread_message_ids.length > 0;
  unread.pms = unread.pms.filter(hasIds);
  unread.streams = unread.streams.filter(hasIds);
  unread.huddles = unread.huddles.filter(hasIds);
  const counted = [
    ...unread.pms,
    ...unread.huddles,
    ...unread.streams.filter(({ stream_id, topic }) => !isMutedTopic(state, stream_id, topic)),
  ];
  unread.count = counted.reduce((sum, { unread_message_ids }) => sum + unread_message_ids.length, 0);
}

function isMutedTopic(state: ClientState, channelId: number, topic: string): boolean {
  const row = state.user_topics?.find((entry) => entry.stream_id === channelId && sameTopic(entry.topic_name, topic));
  const policy = row?.visibility_policy ?? 0;
  if (policy === 1) return true;
  const channel = state.subscriptions?.find(({ stream_id }) => stream_id === channelId);
  return (channel?.is_muted ?? false) && policy !== 2 && policy !== 3;
}

export function sameTopic(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
