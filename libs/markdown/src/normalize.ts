import { MAX_MESSAGE_LENGTH, MAX_TOPIC_LENGTH } from './limits';

/** Why a text was refused, for callers to turn into their error. */
export interface TextFailure {
  ok: false;
  code: 'BAD_REQUEST';
  msg: string;
}
export type ContentResult = { ok: true; content: string } | TextFailure;
export type TopicResult = { ok: true; topic: string } | TextFailure;

export const DEFAULT_EMPTY_TOPIC_NAME = 'general chat';

const TRUNCATION_NOTE = '\n[message truncated]';
const NO_TOPIC = '(no topic)';
const FORBIDDEN_IN_TOPIC = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

const failure = (msg: string): TextFailure => ({ ok: false, code: 'BAD_REQUEST', msg });

/** The first `length` code points of a text. */
function firstCodePoints(text: string, length: number): string {
  let end = 0;
  for (let count = 0; count < length && end < text.length; count++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

function codePointCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Cuts a text that has more than `length` code points so that it ends with `ending` and has exactly `length`. */
function truncate(text: string, length: number, ending: string): string {
  if (text.length <= length || codePointCount(text) <= length) return text;
  return firstCodePoints(text, length - ending.length) + ending;
}

/**
 * The content that is stored and rendered (markdown.md 1.1): trailing whitespace and leading newlines removed, cut at
 * `maxLength` code points. Fails with `Message must not be empty` or `Message must not contain null bytes`.
 */
export function normalizeContent(raw: string, maxLength: number = MAX_MESSAGE_LENGTH): ContentResult {
  const content = raw.trimEnd().replace(/^\n+/, '');
  if (content === '') return failure('Message must not be empty');
  if (content.includes('\0')) return failure('Message must not contain null bytes');
  return { ok: true, content: truncate(content, maxLength, TRUNCATION_NOTE) };
}

/**
 * The topic that is stored (messages.md 1): stripped, `(no topic)` and the display name of the empty topic become '',
 * cut at 60 code points. Fails with `Invalid character in topic, at position {n}!`.
 */
export function normalizeTopic(raw: string, emptyTopicName: string = DEFAULT_EMPTY_TOPIC_NAME): TopicResult {
  const topic = raw.trim();
  if (topic === NO_TOPIC || topic === emptyTopicName) return { ok: true, topic: '' };
  const forbidden = FORBIDDEN_IN_TOPIC.exec(topic);
  if (forbidden !== null) {
    const position = codePointCount(topic.slice(0, forbidden.index)) + 1;
    return failure(`Invalid character in topic, at position ${position}!`);
  }
  return { ok: true, topic: truncate(topic, MAX_TOPIC_LENGTH, '...') };
}

/** A topic that is only kept, not sent: stripped and cut at 60 code points; names of the empty topic become ''. */
export function truncatedTopic(raw: string): string {
  const topic = raw.trim();
  if (topic === NO_TOPIC || topic === DEFAULT_EMPTY_TOPIC_NAME) return '';
  return truncate(topic, MAX_TOPIC_LENGTH, '...');
}

/** A text cut at `length` code points, the note that says so included. */
export function truncatedText(text: string, length: number): string {
  return truncate(text, length, TRUNCATION_NOTE);
}
