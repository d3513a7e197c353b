import type { TopicConversation } from '../conversation';
import type { Draft } from '../draft';
import type { Message } from '../message';
import type { State } from '../state';
import { forgetInDirect, forgetInTopic, noteTopic } from '../conversation-list';
import { unresolvedName } from '../topics';
import { mentionOf, moveUnread, removeUnread, setMention } from '../unread';
import type { EventOf } from './event';
import { changeMessage } from './messages';

type UpdateEvent = EventOf<'update_message'>;

/**
 * What the user sets, and no edit changes: `update_message_flags` tells of it. An edit repeats what the service knew then,
 * which is less than what the user has done since.
 */
const OWN_FLAGS: ReadonlySet<string> = new Set(['read', 'starred', 'collapsed']);

function editedFlags(message: Message, event: UpdateEvent): ReadonlySet<string> {
  return new Set([
    ...[...message.flags].filter((flag) => OWN_FLAGS.has(flag)),
    ...event.flags.filter((flag) => !OWN_FLAGS.has(flag)),
  ]);
}

/** `update_message`: another rendering, another content, another place (web.md 2.12). */
export function applyUpdate(draft: Draft<State>, event: UpdateEvent): void {
  if (event.content !== undefined || event.rendered_content !== undefined) applyContent(draft, event);
  if (!event.rendering_only && event.propagate_mode !== undefined) applyMove(draft, event);
}

function applyContent(draft: Draft<State>, event: UpdateEvent): void {
  const { message_id: id, rendered_content, content, rendering_only, is_me_message, edit_timestamp } = event;
  changeMessage(draft, id, (message) => {
    const rendered = { ...message, content: rendered_content ?? content ?? message.content };
    if (rendering_only) return rendered;
    return {
      ...rendered,
      is_me_message: is_me_message ?? message.is_me_message,
      flags: editedFlags(message, event),
      last_edit_timestamp: edit_timestamp,
    };
  });
  if (rendering_only || !draft.state.unreadPlaces.has(id)) return;
  setMention(draft, id, mentionOf(new Set(event.flags)));
}

/** Messages got another topic, another channel, or both. */
function applyMove(draft: Draft<State>, event: UpdateEvent): void {
  const { stream_id: oldChannel, orig_subject: oldTopic, message_ids: ids } = event;
  if (oldChannel === undefined || oldTopic === undefined) return;
  const channelId = event.new_stream_id ?? oldChannel;
  const target: TopicConversation = { kind: 'topic', channelId, topic: event.subject ?? oldTopic };
  if (draft.state.channels.get(channelId)?.isSubscribed) moveUnread(draft, ids, target);
  else removeUnread(draft, ids);
  const isResolution = channelId === oldChannel && unresolvedName(oldTopic) === unresolvedName(target.topic);
  for (const id of ids) changeMessage(draft, id, (message) => moved(message, event, isResolution));
  const source = { kind: 'topic', channelId: oldChannel, topic: oldTopic } as const;
  draft.set('lastMove', {
    ...(event.user_id === null ? {} : { userId: event.user_id }),
    isWhole: event.propagate_mode !== 'change_one',
    ...{ isResolution, ids, from: source, to: target },
  });
  const hadOwn = forgetInTopic(draft, source, { gone: ids, isWhole: event.propagate_mode === 'change_all' });
  noteTopic(draft, target, { maxId: Math.max(...ids), hasOwnMessage: hadOwn });
}

/** Resolving a topic leaves no mark on its messages. */
function moved(message: Message, event: UpdateEvent, isResolution: boolean): Message {
  if (message.type !== 'stream') return message;
  return {
    ...message,
    stream_id: event.new_stream_id ?? message.stream_id,
    topic: event.subject ?? message.topic,
    topic_links: event.topic_links ?? message.topic_links,
    ...(isResolution ? {} : { last_moved_timestamp: event.edit_timestamp }),
  };
}

/** `delete_message`: nothing of the messages is left. */
export function applyDelete(draft: Draft<State>, event: EventOf<'delete_message'>): void {
  const ids = event.message_ids ?? (event.message_id === undefined ? [] : [event.message_id]);
  removeUnread(draft, ids);
  const held = ids.flatMap((id) => draft.state.messages.get(id) ?? []);
  for (const { id } of held) draft.write('messages').delete(id);
  for (const id of ids) {
    if (draft.state.starred.has(id)) draft.write('starred').delete(id);
    if (draft.state.editing.has(id)) draft.write('editing').delete(id);
  }
  if (event.message_type === 'stream') {
    const source = { kind: 'topic', channelId: event.stream_id, topic: event.topic } as const;
    forgetInTopic(draft, source, { gone: ids, isWhole: false });
  } else for (const message of held) if (message.type === 'private') forgetInDirect(draft, message);
}
