import type { Narrow, Term } from '../narrow/terms';
import { withoutPlace } from '../narrow/terms';
import { usersOf } from '../store/conversation';
import type { Message } from '../store/message';
import type { State } from '../store/state';
import { isResolved, isSameTopic } from '../store/topics';
import { TopicPolicy, countsTowardHome, topicPolicy } from '../store/unread-counts';

function policyOf(state: State, message: Message): number {
  return message.type === 'stream' ? topicPolicy(state, message.stream_id, message.topic) : TopicPolicy.Inherit;
}

function isOfHome(state: State, message: Message): boolean {
  return message.type !== 'stream' || countsTowardHome(state, message.stream_id, message.topic);
}

const MENTIONS = ['mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned', 'wildcard_mentioned'];

function isMentioned({ flags }: Message): boolean {
  return MENTIONS.some((flag) => flags.has(flag));
}

function matchesIs(state: State, message: Message, operand: Term['operand']): boolean | undefined {
  switch (operand) {
    case 'dm':
      return message.type === 'private';
    case 'mentioned':
      return isMentioned(message);
    case 'starred':
      return message.flags.has('starred');
    case 'unread':
      return !message.flags.has('read');
    case 'alerted':
      return message.flags.has('has_alert_word');
    case 'resolved':
      return message.type === 'stream' && isResolved(message.topic);
    case 'followed':
      return policyOf(state, message) === TopicPolicy.Followed;
    case 'muted':
      return !isOfHome(state, message);
    default:
      return undefined;
  }
}

function matchesHas(message: Message, operand: Term['operand']): boolean | undefined {
  switch (operand) {
    case 'reaction':
      return message.reactions.length > 0;
    case 'link':
      return message.content.includes('<a ');
    case 'attachment':
      return message.content.includes('href="/user_uploads/');
    case 'image':
      return message.content.includes('message_inline_image') || message.content.includes('class="inline-image');
    default:
      return undefined;
  }
}

function isPeople(operand: Term['operand']): operand is readonly number[] {
  return typeof operand === 'object';
}

function matches(state: State, message: Message, { operator, operand }: Term): boolean | undefined {
  switch (operator) {
    case 'channel':
      return message.type === 'stream' && message.stream_id === operand;
    case 'topic':
      return message.type === 'stream' && isSameTopic(message.topic, String(operand));
    case 'dm':
      return message.type === 'private' && isPeople(operand) && message.directKey === operand.join();
    case 'dm-including':
      return (
        message.type === 'private' &&
        isPeople(operand) &&
        operand.every((id) => id === state.userId || usersOf(message.directKey).includes(id))
      );
    case 'sender':
      return message.sender_id === operand;
    case 'id':
      return message.id === operand;
    case 'is':
      return matchesIs(state, message, operand);
    case 'has':
      return matchesHas(message, operand);
    case 'in':
      return operand === 'all' || (operand === 'home' && isOfHome(state, message));
    case 'channels':
      return message.type === 'stream' && state.channels.get(message.stream_id)?.invite_only === false;
    case 'search':
    case 'with':
    case 'near':
      return undefined;
  }
}

/**
 * Whether a narrow contains a message, as far as this can be said without asking.
 * @returns undefined if only the service knows: the narrow searches for words
 */
export function contains(state: State, narrow: Narrow, message: Message): boolean | undefined {
  let isKnown = true;
  for (const term of withoutPlace(narrow)) {
    const doesMatch = matches(state, message, term);
    if (doesMatch === undefined) isKnown = false;
    else if (doesMatch === (term.negated === true)) return false;
  }
  return isKnown ? true : undefined;
}

/** Narrows that hide what is muted elsewhere (web.md 2.10): the combined feed, a channel's feed, and most filters. */
function hidesTopic(state: State, narrow: Narrow, message: Message): boolean {
  const terms = withoutPlace(narrow);
  const has = (operator: Term['operator'], operand?: string): boolean =>
    terms.some((term) => term.operator === operator && (operand === undefined || term.operand === operand));
  if (has('topic') || has('dm') || has('search') || has('is', 'starred') || has('is', 'muted')) return false;
  if (has('is', 'dm') || has('in') || isMentioned(message)) return false;
  const isChannelFeed = terms.length === 1 && terms[0]?.operator === 'channel' && !terms[0].negated;
  return isChannelFeed ? policyOf(state, message) === TopicPolicy.Muted : !isOfHome(state, message);
}

function hidesPeople(state: State, narrow: Narrow, message: Message): boolean {
  if (message.type !== 'private') return false;
  if (narrow.some(({ operator }) => ['dm', 'dm-including', 'sender'].includes(operator))) return false;
  const others = usersOf(message.directKey).filter((id) => id !== state.userId);
  return others.length > 0 && others.every((id) => state.mutedUsers.has(id));
}

/** Whether a held message of a narrow is shown in it. */
export function isShown(state: State, narrow: Narrow, message: Message): boolean {
  if (hidesPeople(state, narrow, message)) return false;
  return message.type !== 'stream' || !hidesTopic(state, narrow, message);
}
