import { malformed, type NarrowFailure } from './narrow-result';

/** The narrow of an event queue: pairs that must all hold (realtime.md 6.3). Plain data, stored with the queue. */
export type QueueNarrow = readonly (readonly [operator: string, operand: string])[];

/** What a narrow filters: a message event as the receiving user gets it. */
export interface NarrowableMessage {
  type: 'stream' | 'private';
  /** The channel's name, or the participants. */
  display_recipient: unknown;
  /** The topic; '' for the empty one. */
  subject: string;
  sender_email: string;
  /** HTML. */
  rendered_content: string;
  /** The receiving user's flags. */
  flags: readonly string[];
}

const SUPPORTED: ReadonlySet<string> = new Set(['channel', 'stream', 'topic', 'sender', 'is', 'mentions', 'channels']);
const RESOLVED_PREFIX = '✔ ';
const DEFAULT_EMPTY_TOPIC_NAME = 'general chat';

const isString = (value: unknown): value is string => typeof value === 'string';

/**
 * Checks the `narrow` of a registration (realtime.md 1.1, 1.2). `value` is the decoded parameter; null is no narrow.
 * Fails with `Operator {operator} not supported.` or `Operand followed not supported.`
 */
export function validateQueueNarrow(
  value: unknown,
  emptyTopicName: string = DEFAULT_EMPTY_TOPIC_NAME,
): { ok: true; narrow: QueueNarrow } | NarrowFailure {
  if (value === null || value === undefined) return { ok: true, narrow: [] };
  if (!Array.isArray(value)) return malformed('narrow is not a list');
  const narrow: [string, string][] = [];
  for (const [index, pair] of value.entries()) {
    if (!Array.isArray(pair)) return malformed(`narrow[${index}] is not a list`);
    if (pair.length !== 2) return malformed(`narrow[${index}] is not length 2`);
    const [operator, operand]: unknown[] = pair;
    if (!isString(operator)) return malformed(`narrow[${index}][0] is not a string`);
    if (!isString(operand)) return malformed(`narrow[${index}][1] is not a string`);
    narrow.push([operator, operator === 'topic' && operand === emptyTopicName ? '' : operand]);
  }
  for (const [operator, operand] of narrow) {
    if (!SUPPORTED.has(operator)) return malformed(`Operator ${operator} not supported.`);
    if (operator === 'channels' && operand !== 'archived') return malformed(`Operator ${operator} not supported.`);
    if (operator === 'is' && operand === 'followed') return malformed('Operand followed not supported.');
  }
  return { ok: true, narrow };
}

const equalIgnoringCase = (a: string, b: string): boolean => a === b || a.toLowerCase() === b.toLowerCase();

function matchesIs(operand: string, message: NarrowableMessage): boolean {
  switch (operand) {
    case 'dm':
    case 'private':
      return message.type === 'private';
    case 'starred':
      return message.flags.includes('starred');
    case 'unread':
      return !message.flags.includes('read');
    case 'mentioned':
    case 'alerted':
      return message.flags.includes('mentioned');
    case 'resolved':
      return message.type === 'stream' && message.subject.startsWith(RESOLVED_PREFIX);
    default:
      return true;
  }
}

/** How HTML begins a mention by name that is not silent (markdown.md 7); what people write cannot look so. */
function loudMention(userId: string): string {
  return `<span class="user-mention" data-user-id="${userId}">`;
}

function matchesPair(operator: string, operand: string, message: NarrowableMessage): boolean {
  switch (operator) {
    case 'channel':
    case 'stream':
      return (
        message.type === 'stream' &&
        isString(message.display_recipient) &&
        equalIgnoringCase(message.display_recipient, operand)
      );
    case 'topic':
      return message.type === 'stream' && equalIgnoringCase(message.subject, operand);
    case 'sender':
      return equalIgnoringCase(message.sender_email, operand);
    case 'is':
      return matchesIs(operand, message);
    case 'channels':
      // Nobody can send to an archived channel.
      return false;
    case 'mentions':
      return message.rendered_content.includes(loudMention(operand));
    default:
      return true;
  }
}

/** Whether a message event passes the narrow of a queue: every pair holds (realtime.md 6.3). */
export function matchesQueueNarrow(narrow: QueueNarrow, message: NarrowableMessage): boolean {
  return narrow.every(([operator, operand]) => matchesPair(operator, operand, message));
}
