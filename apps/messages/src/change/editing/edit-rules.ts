import { createHash } from 'node:crypto';
import { UpdateMessageRequest } from '@stoa/contracts/messages';
import { DomainError, badRequest } from '@stoa/errors';
import { DEFAULT_EMPTY_TOPIC_NAME, normalizeContent, truncatedTopic } from '@stoa/markdown';
import { ContentEditDecision, ModerationSettings, PolicyUser, decideContentEdit, isResolveToggle } from '@stoa/policy';
import { normalizedTopic } from '../../send/storing/send-text';

const NO_TOPIC = '(no topic)';
const RESOLVED_MARK = '\u2714';
/** What a message says from which everything was taken (messages.md 5.1). */
const DELETED_CONTENT = '(deleted)';

/** What of a message its edit depends on. */
export interface EditedMessage {
  senderId: number;
  content: string;
  topic: string;
  /** Null for direct messages. */
  channelId: number | null;
  sentAt: number;
  /** A poll or todo list. */
  isWidget: boolean;
}

/** An edit that makes sense; whether the user may is decided next. What is null stays. */
export interface EditPlan {
  content: string | null;
  topic: string | null;
  channelId: number | null;
  mode: UpdateMessageRequest['propagate_mode'];
  /** The topic is resolved or unresolved and otherwise the same. */
  isResolveToggle: boolean;
}

/**
 * Steps 2 to 8 of messages.md 5.1, in order.
 * @param nowSeconds since the epoch
 * @throws DomainError with the texts of messages.md 5.1
 */
export function planEdit(
  request: UpdateMessageRequest,
  message: EditedMessage,
  editor: { user: PolicyUser; settings: ModerationSettings },
  nowSeconds: number,
): EditPlan {
  if (request.content !== undefined) {
    const age = { senderId: message.senderId, ageSeconds: nowSeconds - message.sentAt };
    refuseContentEdit(decideContentEdit(age, editor));
  }
  const topic = changedTopic(request.topic, message.topic);
  const channelId = request.stream_id === message.channelId ? null : (request.stream_id ?? null);
  // Naming the present channel is no mistake: the edit succeeds and changes nothing.
  const namesChannel = request.stream_id !== undefined;
  if (request.content === undefined && topic === null && !namesChannel) throw badRequest('Nothing to change');
  if (message.channelId === null) {
    if (channelId !== null) throw badRequest('Direct messages cannot be moved to channels.');
    if (topic !== null) throw badRequest('Direct messages cannot have topics.');
  }
  if (request.propagate_mode !== 'change_one' && topic === null && !namesChannel) {
    throw badRequest('Invalid propagate_mode without topic edit');
  }
  const storedTopic = topic === null ? null : checkedTopic(topic);
  if (request.content !== undefined) {
    // The present channel too: which parameters go together does not depend on where the message is.
    if (request.stream_id !== undefined) throw badRequest('Cannot change message content while changing channel');
    if (message.isWidget) throw badRequest('Widgets cannot be edited.');
  }
  checkHash(request.prev_content_sha256, message.content);
  return {
    content: request.content === undefined ? null : storedContent(request.content),
    topic: storedTopic,
    channelId,
    mode: request.propagate_mode,
    isResolveToggle: topic !== null && isResolveToggle(message.topic, topic),
  };
}

/** @throws DomainError with the texts of messages.md 5.1 step 2 */
export function refuseContentEdit(decision: ContentEditDecision): void {
  if (decision === 'editing-disabled') throw badRequest('Your organization has turned off message editing');
  if (decision === 'not-sender') throw badRequest("You don't have permission to edit this message");
  if (decision === 'too-late') throw badRequest('The time limit for editing this message has passed');
}

/** The topic as it was asked for, not cut yet; null if it is the present one, or would be after the cut. */
function changedTopic(asked: string | undefined, current: string): string | null {
  if (asked === undefined) return null;
  const stripped = asked.trim();
  const topic = stripped === NO_TOPIC || stripped === DEFAULT_EMPTY_TOPIC_NAME ? '' : stripped;
  return truncatedTopic(topic) === current ? null : topic;
}

function checkedTopic(topic: string): string {
  if (topic === RESOLVED_MARK || topic === `${RESOLVED_MARK} ${DEFAULT_EMPTY_TOPIC_NAME}`) {
    throw badRequest('General chat cannot be marked as resolved');
  }
  return normalizedTopic(topic);
}

function checkHash(expected: string | undefined, content: string): void {
  if (expected === undefined || createHash('sha256').update(content, 'utf8').digest('hex') === expected) return;
  const field = 'prev_content_sha256';
  throw new DomainError('EXPECTATION_MISMATCH', `'${field}' value does not match the expected value.`, {
    data: { field_name: field },
  });
}

function storedContent(raw: string): string {
  if (raw.trim() === '') return DELETED_CONTENT;
  const result = normalizeContent(raw);
  if (!result.ok) throw badRequest(result.msg);
  return result.content;
}
