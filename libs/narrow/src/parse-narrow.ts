import { badNarrow, type NarrowFailure } from './narrow-result';
import type { NarrowCondition, NarrowTerm } from './narrow-term';
import { readRawTerms, type RawTerm } from './raw-terms';

export interface ParseOptions {
  /** Whether `with` may be used: only where messages are fetched (messages.md 9.5). */
  allowsWith: boolean;
  /** The organization's name of the empty topic. */
  emptyTopicName?: string;
}

export type NarrowResult = { ok: true; terms: NarrowTerm[] } | NarrowFailure;

type ConditionResult = NarrowCondition | NarrowFailure;

const OPERATOR_ALIASES: ReadonlyMap<string, string> = new Map([
  ['stream', 'channel'],
  ['streams', 'channels'],
  ['pm-with', 'dm'],
  ['pm_with', 'dm'],
  ['group_pm_with', 'group-pm-with'],
]);

/** No message has an id above this. */
const LARGEST_MESSAGE_ID = 10_000_000_000_000_000;

const DEFAULT_EMPTY_TOPIC_NAME = 'general chat';

function messageId(operand: RawTerm['operand']): number | null {
  const text = String(operand);
  const id = Number(text);
  return /^\d+$/.test(text) && id <= LARGEST_MESSAGE_ID ? id : null;
}

/** The member of a closed set, so that the result has its type. */
function oneOf<T extends string>(values: readonly T[], operand: string): T | undefined {
  return values.find((value) => value === operand);
}

const IS_OPERANDS = ['dm', 'starred', 'unread', 'mentioned', 'alerted', 'resolved', 'followed', 'muted'] as const;
const IN_OPERANDS = ['home', 'all'] as const;
const HAS_OPERANDS = ['attachment', 'image', 'link', 'reaction'] as const;
const CHANNELS_OPERANDS = ['public', 'web-public', 'archived'] as const;

function isCondition(text: string): ConditionResult {
  const operand = oneOf(IS_OPERANDS, text === 'private' ? 'dm' : text);
  return operand === undefined ? badNarrow(`unknown 'is' operand ${text}`) : { operator: 'is', operand };
}

function inCondition(text: string): ConditionResult {
  const operand = oneOf(IN_OPERANDS, text);
  return operand === undefined ? badNarrow(`unknown 'in' operand ${text}`) : { operator: 'in', operand };
}

function hasCondition(text: string): ConditionResult {
  const operand = oneOf(HAS_OPERANDS, text);
  return operand === undefined ? badNarrow(`unknown 'has' operand ${text}`) : { operator: 'has', operand };
}

function channelsCondition(text: string): ConditionResult {
  const operand = oneOf(CHANNELS_OPERANDS, text);
  return operand === undefined ? badNarrow(`unknown channels operand ${text}`) : { operator: 'channels', operand };
}

function conversation(operand: RawTerm['operand']): readonly (number | string)[] {
  if (typeof operand === 'number') return [operand];
  if (typeof operand !== 'string') return operand;
  return operand
    .split(',')
    .map((email) => email.trim())
    .filter((email) => email !== '');
}

function readCondition(raw: RawTerm, options: ParseOptions): ConditionResult {
  const operator = OPERATOR_ALIASES.get(raw.operator) ?? raw.operator;
  const { operand } = raw;
  const text = String(operand);
  const reference = typeof operand === 'number' ? operand : text;
  switch (operator) {
    case 'channel':
    case 'sender':
    case 'mentions':
    case 'dm-including':
    case 'group-pm-with':
      return { operator, operand: reference };
    case 'channels':
      return channelsCondition(text);
    case 'topic':
      return { operator, operand: text === (options.emptyTopicName ?? DEFAULT_EMPTY_TOPIC_NAME) ? '' : text };
    case 'dm':
      return { operator, operand: conversation(operand) };
    case 'is':
      return isCondition(text);
    case 'in':
      return inCondition(text);
    case 'has':
      return hasCondition(text);
    case 'near':
    case 'search':
      return { operator, operand: text };
    case 'id': {
      const id = messageId(operand);
      return id === null ? badNarrow('Invalid message ID') : { operator, operand: id };
    }
    case 'with': {
      if (!options.allowsWith) return badNarrow('unknown operator with');
      const id = messageId(operand);
      return id === null ? badNarrow("Invalid 'with' operator") : { operator, operand: id };
    }
    default:
      return badNarrow(`unknown operator ${raw.operator}`);
  }
}

/**
 * Each condition once: fifty times `-is:unread` asked the database fifty times the same of every message, and took forty
 * times as long. Terms of a search are one text together, so they all stay.
 */
function withoutRepetitions(terms: readonly NarrowTerm[]): NarrowTerm[] {
  const seen = new Set<string>();
  return terms.filter((term) => {
    const key = JSON.stringify([term.operator, term.operand, term.negated]);
    const isNew = term.operator === 'search' || !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/**
 * Reads and checks the `narrow` parameter of a request that fetches messages (messages.md 9). What needs data (channels,
 * users, the message of `with`) is checked by {@link resolveNarrow}.
 */
export function parseNarrow(text: string | null | undefined, options: ParseOptions): NarrowResult {
  const raw = readRawTerms(text);
  if (!raw.ok) return raw;
  const terms: NarrowTerm[] = [];
  for (const rawTerm of raw.terms) {
    const condition = readCondition(rawTerm, options);
    if ('ok' in condition) return condition;
    // `with` and `near` filter nothing themselves, so there is nothing to negate.
    const isNegatable = condition.operator !== 'with' && condition.operator !== 'near';
    terms.push({ ...condition, negated: isNegatable && rawTerm.negated });
  }
  if (terms.filter(({ operator }) => operator === 'with').length > 1) {
    const desc = "Duplicate 'with' operators.";
    return { ok: false, code: 'BAD_NARROW', msg: `Invalid narrow operator combination: ${desc}`, data: { desc } };
  }
  return { ok: true, terms: withoutRepetitions(terms) };
}
