import { ChangeEvent, eventOf } from '@stoa/contracts/events';
import { AccessedMessage } from '../../access/message-access/accessed-message';
import { PreparedContent } from './content-edit.service';
import { EventRecipients } from './edit-recipients';
import { EditFacts, secondsOf } from './edit-facts';
import { MoveOutcome } from './move.service';

/** Ids of one event that is not the answer to a single request's list (design.md 4). */
const MOST_IDS_PER_EVENT = 5000;

/** `update_message` of an edit, a move or both (messages.md 6). */
export function updateEvent(
  facts: EditFacts,
  message: AccessedMessage,
  edit: { move: MoveOutcome | null; content: PreparedContent | null },
  recipients: EventRecipients,
): ChangeEvent {
  const { channel } = message;
  return eventOf(
    'update_message',
    {
      user_id: facts.actor.id,
      edit_timestamp: secondsOf(facts.at),
      message_id: message.id,
      message_ids: edit.move?.messageIds ?? [message.id],
      rendering_only: false,
      ...(channel ? { stream_id: channel.channelId, stream_name: channel.name } : {}),
      ...(edit.move ? moveFields(edit.move) : {}),
      ...(edit.content ? contentFields(message, edit.content) : {}),
    },
    recipients.userIds,
    { flags: recipients.flags },
  );
}

function moveFields({ plan, message, destination, topicLinks, newTopic }: MoveOutcome) {
  return {
    propagate_mode: plan.mode,
    orig_subject: message.topic,
    ...(plan.topic === null ? {} : { subject: newTopic, topic_links: topicLinks }),
    ...(destination ? { new_stream_id: destination.channel.channelId } : {}),
  };
}

function contentFields(message: AccessedMessage, { content, rendered }: PreparedContent) {
  return {
    orig_content: message.content,
    orig_rendered_content: message.renderedContent,
    content,
    rendered_content: rendered.html,
    is_me_message: rendered.marks.isMeMessage,
  };
}

/** Who cannot read moved messages any more sees them vanish (messages.md 5.5). */
export function lossEvents({ losers, messageIds, message }: MoveOutcome): ChangeEvent[] {
  if (losers.size === 0) return [];
  return [channelDeletion(messageIds, message.channel.channelId, message.topic, losers)];
}

/** `delete_message` of channel messages (messages.md 7). */
export function channelDeletion(
  messageIds: readonly number[],
  channelId: number,
  topic: string,
  userIds: Iterable<number>,
): ChangeEvent {
  return eventOf(
    'delete_message',
    { message_ids: messageIds, message_type: 'stream', stream_id: channelId, topic },
    userIds,
  );
}

export function directDeletion(messageIds: readonly number[], userIds: Iterable<number>): ChangeEvent {
  return eventOf('delete_message', { message_ids: messageIds, message_type: 'private' }, userIds);
}

/**
 * A user has nothing unread in a channel without being subscribed to it (messages.md 5.5): subscribers of the old
 * channel who are not in the new one get an event that all of it is read, whatever of it was. Nor do they keep stars.
 */
export function leftFlagEvents({ leavers, losers, lostStars, messageIds, message }: MoveOutcome): ChangeEvent[] {
  const events = lostStars.map((lost) => flagEvent('remove', 'starred', lost.messageIds, lost.userIds));
  const userIds = leavers.filter((userId) => !losers.has(userId) && message.members.isSubscribed(userId));
  if (userIds.length === 0) return events;
  for (let start = 0; start < messageIds.length; start += MOST_IDS_PER_EVENT) {
    const messages = messageIds.slice(start, start + MOST_IDS_PER_EVENT);
    events.push(flagEvent('add', 'read', messages, userIds));
  }
  return events;
}

function flagEvent(
  op: 'add' | 'remove',
  flag: string,
  messages: readonly number[],
  userIds: readonly number[],
): ChangeEvent {
  return eventOf('update_message_flags', op, { operation: op, flag, messages, all: false }, userIds);
}
