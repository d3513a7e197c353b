import { malformed, type NarrowFailure } from './narrow-result';
import { quotedPhrases } from './search-query';

/** One term as sent, its shape checked. */
export interface RawTerm {
  operator: string;
  operand: string | number | readonly number[];
  negated: boolean;
}

export type RawTermsResult = { ok: true; terms: RawTerm[] } | NarrowFailure;

const STRING_OR_ID: ReadonlySet<string> = new Set([
  'channel',
  'stream',
  'id',
  'sender',
  'mentions',
  'group-pm-with',
  'dm-including',
  'with',
]);
const STRING_OR_IDS: ReadonlySet<string> = new Set(['dm', 'pm-with']);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value);

const isIds = (value: unknown): value is number[] => Array.isArray(value) && value.every(isId);

/** Each term and each phrase becomes a condition of one statement; people combine a handful. */
const MOST_TERMS = 50;
const MOST_PHRASES = 20;
/** Users of one conversation, and characters of a search or name. */
const MOST_IDS = 1_000;
const LONGEST_OPERAND = 1_000;
const LONGEST_NARROW = 64 * 1024;

const NO_TEXT = /\0|\p{Cs}/u;

function boundsComplaint(operator: string, operand: unknown): string | undefined {
  if (Array.isArray(operand)) return operand.length > MOST_IDS ? `operand has more than ${MOST_IDS} items` : undefined;
  if (typeof operand !== 'string') return undefined;
  if (operand.length > LONGEST_OPERAND) return `operand is longer than ${LONGEST_OPERAND} characters`;
  if (NO_TEXT.test(operand)) return 'operand has invalid characters';
  const isSearch = operator === 'search' && quotedPhrases(operand).length > MOST_PHRASES;
  return isSearch ? `operand has more than ${MOST_PHRASES} phrases` : undefined;
}

type OperandResult = { ok: true; operand: RawTerm['operand'] } | NarrowFailure;

function readOperand(operator: string, operand: unknown): OperandResult {
  const complaint = boundsComplaint(operator, operand);
  if (complaint !== undefined) return malformed(complaint);
  if (STRING_OR_ID.has(operator)) {
    const isValid = typeof operand === 'string' || isId(operand);
    return isValid ? { ok: true, operand } : malformed('operand is not a string or integer');
  }
  if (STRING_OR_IDS.has(operator)) {
    const isValid = typeof operand === 'string' || isIds(operand);
    return isValid ? { ok: true, operand } : malformed('operand is not a string or an integer list');
  }
  if (typeof operand !== 'string') return malformed('operand is not a string');
  if (operator === 'search' && operand.trim() === '') return malformed('operand cannot be blank.');
  return { ok: true, operand };
}

/** Brings both forms of an element into one; a failure names the element's index. */
function readElement(
  element: unknown,
  index: number,
): Record<'operator' | 'operand' | 'negated', unknown> | NarrowFailure {
  const wrongShape = (reason: string): NarrowFailure => malformed(`Invalid narrow[${index}]: Value error, ${reason}`);
  if (Array.isArray(element)) {
    const [operator, operand]: unknown[] = element;
    if (element.length !== 2 || typeof operator !== 'string' || typeof operand !== 'string') {
      return wrongShape('element is not a string pair');
    }
    return { operator, operand, negated: false };
  }
  if (!isRecord(element)) return wrongShape('dict or list required');
  if (element.operand === undefined || element.operand === null) return wrongShape('operand is missing');
  if (element.operator === undefined || element.operator === null) return wrongShape('operator is missing');
  return { operator: element.operator, operand: element.operand, negated: element.negated ?? false };
}

function readTerm(element: unknown, index: number): { ok: true; term: RawTerm } | NarrowFailure {
  const read = readElement(element, index);
  if ('ok' in read) return read;
  const { operator, negated } = read;
  if (typeof operator !== 'string') return malformed('operator is not a string');
  const operand = readOperand(operator, read.operand);
  if (!operand.ok) return operand;
  if (typeof negated !== 'boolean') return malformed('negated is not a boolean');
  return { ok: true, term: { operator, operand: operand.operand, negated } };
}

/**
 * Reads the `narrow` parameter: JSON text of objects and of legacy pairs (messages.md 9.1). Absent means no filter.
 */
export function readRawTerms(text: string | null | undefined): RawTermsResult {
  if (text === null || text === undefined) return { ok: true, terms: [] };
  if (text.length > LONGEST_NARROW) return malformed(`narrow is longer than ${LONGEST_NARROW} characters`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return malformed('narrow is not valid JSON');
  }
  if (value === null) return { ok: true, terms: [] };
  if (!Array.isArray(value)) return malformed('narrow is not a list');
  if (value.length > MOST_TERMS) return malformed(`narrow has more than ${MOST_TERMS} terms`);
  const terms: RawTerm[] = [];
  for (const [index, element] of value.entries()) {
    const result = readTerm(element, index);
    if (!result.ok) return result;
    terms.push(result.term);
  }
  return { ok: true, terms };
}
