import { type Narrow, type Operator, type Term, operatorOf } from './terms';

/** Who and what a search may name. */
export interface SearchNames {
  readonly ownUserId: number;
  /** Channels of exactly this name, without regard to case. */
  channelIds(name: string): readonly number[];
  /** People of exactly this name or address, without regard to case. */
  userIds(nameOrEmail: string): readonly number[];
}

/** Why a part of a search cannot be understood, for people. */
export interface SearchProblem {
  readonly kind: 'channel' | 'person' | 'ambiguous' | 'value' | 'message' | 'contradiction';
  readonly text: string;
}

export interface ReadSearch {
  readonly narrow: Narrow;
  readonly problems: readonly SearchProblem[];
}

/** Values of operators that know only some. */
export const VALUES = {
  is: ['dm', 'mentioned', 'starred', 'unread', 'alerted', 'followed', 'resolved', 'muted'],
  has: ['link', 'image', 'attachment', 'reaction'],
  channels: ['public', 'web-public'],
  in: ['home', 'all'],
} as const satisfies Partial<Record<Operator, readonly string[]>>;

const TOKEN = /-?[\w-]+:"[^"]*"?|"[^"]*"?|\S+/g;
const PREFIXED = /^(-?)([\w-]+):(.*)$/s;

/** Parts of a search: words, phrases in quotes, and operators with their values. */
export function tokensOf(text: string): readonly string[] {
  return text.match(TOKEN) ?? [];
}

/** `operator:value` of a token; undefined where it is text. */
export function operatorToken(token: string): { operator: Operator; value: string; negated: boolean } | undefined {
  const [, sign, name = '', value = ''] = PREFIXED.exec(token) ?? [];
  const operator = name === 'search' ? undefined : operatorOf(name.toLowerCase());
  if (operator === undefined) return undefined;
  return { operator, value: unquoted(value), negated: sign === '-' };
}

/** Blanks are written as `+`, or the value stands in quotes. */
function unquoted(value: string): string {
  const quoted = /^"([^"]*)"?$/.exec(value)?.[1];
  return (quoted ?? value.replaceAll('+', ' ')).trim();
}

type Operand = { operand: Term['operand'] } | SearchProblem;

function personOf(value: string, names: SearchNames): number | SearchProblem {
  if (value === 'me') return names.ownUserId;
  if (/^\d+$/.test(value)) return Number(value);
  const found = names.userIds(value);
  const [id] = found;
  if (id === undefined) return { kind: 'person', text: value };
  return found.length > 1 ? { kind: 'ambiguous', text: value } : id;
}

function peopleOf(value: string, names: SearchNames): Operand {
  const people = value
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .map((name) => personOf(name, names));
  const problem = people.find((person) => typeof person === 'object');
  if (problem || people.length === 0) return problem ?? { kind: 'value', text: value };
  const ids = [...new Set(people.filter((person) => typeof person === 'number'))].sort((a, b) => a - b);
  const others = ids.filter((id) => id !== names.ownUserId);
  return { operand: others.length === 0 ? ids : others };
}

function channelOf(value: string, names: SearchNames): Operand {
  const [byName] = names.channelIds(value);
  if (byName !== undefined) return { operand: byName };
  return /^\d+$/.test(value) ? { operand: Number(value) } : { kind: 'channel', text: value };
}

function oneOf(values: readonly string[], value: string): Operand {
  const known = value === 'private' ? 'dm' : value.toLowerCase();
  return values.includes(known) ? { operand: known } : { kind: 'value', text: value };
}

function operandOf(operator: Operator, value: string, names: SearchNames): Operand {
  switch (operator) {
    case 'channel':
      return channelOf(value, names);
    case 'sender': {
      const person = personOf(value, names);
      return typeof person === 'number' ? { operand: person } : person;
    }
    case 'dm':
    case 'dm-including':
      return peopleOf(value, names);
    case 'id':
    case 'near':
    case 'with':
      return /^\d{1,15}$/.test(value) ? { operand: Number(value) } : { kind: 'message', text: value };
    case 'is':
    case 'has':
    case 'channels':
    case 'in':
      return oneOf(VALUES[operator], value);
    case 'topic':
    case 'search':
      return { operand: value };
  }
}

const CHANNEL_TERMS: ReadonlySet<Operator> = new Set(['channel', 'channels', 'topic']);
const DIRECT_TERMS: ReadonlySet<Operator> = new Set(['dm', 'dm-including']);
/** Operators of which a message has only one value. */
const SINGLE: readonly Operator[] = ['channel', 'topic', 'sender', 'dm', 'id'];

/** Whether no message can match both. */
function contradict(a: Term, b: Term): boolean {
  if (a.negated || b.negated) return false;
  const isDirect = ({ operator, operand }: Term): boolean =>
    DIRECT_TERMS.has(operator) || (operator === 'is' && operand === 'dm');
  const isChannel = ({ operator, operand }: Term): boolean =>
    CHANNEL_TERMS.has(operator) || (operator === 'is' && (operand === 'resolved' || operand === 'followed'));
  if ((isDirect(a) && isChannel(b)) || (isChannel(a) && isDirect(b))) return true;
  const isSame = String(a.operand).toLowerCase() === String(b.operand).toLowerCase();
  return a.operator === b.operator && SINGLE.includes(a.operator) && !isSame;
}

/** Whether a term can stand beside the others: it repeats none, and contradicts none. */
export function fits(narrow: Narrow, term: Term): boolean {
  return !narrow.some(
    (other) =>
      contradict(other, term) || (other.operator === term.operator && String(other.operand) === String(term.operand)),
  );
}

/** The operator whose two values no message has at once; undefined where all fit together. */
export function contradictionIn(narrow: Narrow): Operator | undefined {
  for (const [position, term] of narrow.entries()) {
    if (narrow.slice(0, position).some((other) => contradict(other, term))) return term.operator;
  }
  return undefined;
}

/** Reads a search as people type it: `channel:design sender:"Ann Lee" -is:resolved words` (web-details.md E). */
export function readSearch(text: string, names: SearchNames, before: Narrow = []): ReadSearch {
  const terms: Term[] = before.filter(({ operator }) => operator !== 'search');
  const words = before.filter(({ operator }) => operator === 'search').map(({ operand }) => String(operand));
  const problems: SearchProblem[] = [];
  for (const token of tokensOf(text)) {
    const read = operatorToken(token);
    if (!read || (read.value === '' && read.operator !== 'topic')) {
      words.push(token);
      continue;
    }
    const found = operandOf(read.operator, read.value, names);
    if ('kind' in found) problems.push(found);
    else terms.push({ operator: read.operator, operand: found.operand, ...(read.negated ? { negated: true } : {}) });
  }
  const contradiction = contradictionIn(terms);
  if (contradiction) problems.push({ kind: 'contradiction', text: contradiction });
  const search: Term[] = words.length > 0 ? [{ operator: 'search', operand: words.join(' ') }] : [];
  return { narrow: [...terms, ...search], problems };
}
