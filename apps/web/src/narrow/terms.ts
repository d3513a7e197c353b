/** One condition of a narrow, in today's spelling and with ids: what addresses, windows and requests speak. */
export interface Term {
  readonly operator: Operator;
  /** Text, an id, or sorted ids of people without oneself (oneself alone for notes). */
  readonly operand: string | number | readonly number[];
  readonly negated?: boolean;
}
export type Narrow = readonly Term[];

const OPERATORS = [
  ...['channel', 'topic', 'dm', 'dm-including', 'sender'],
  ...['with', 'near', 'id', 'is', 'has', 'in', 'channels', 'search'],
] as const;
export type Operator = (typeof OPERATORS)[number];

const ALIASES: Readonly<Record<string, Operator>> = {
  stream: 'channel',
  subject: 'topic',
  'pm-with': 'dm',
  'group-pm-with': 'dm-including',
  from: 'sender',
  streams: 'channels',
};

/** Today's name of an operator, whichever of its names is given; undefined if there is none. */
export function operatorOf(name: string): Operator | undefined {
  return OPERATORS.find((operator) => operator === name) ?? ALIASES[name];
}

/** Terms that say where to begin, not what to show. */
const PLACES: ReadonlySet<Operator> = new Set(['near', 'with']);

function keyOf({ operator, operand, negated }: Term): string {
  // Topics are one whatever their case (web.md 2.1).
  const value = operator === 'topic' ? String(operand).toLowerCase() : String(operand);
  return `${negated ? '-' : ''}${operator}:${encodeURIComponent(value)}`;
}

/** The same for two narrows that show the same messages, whatever the order of their terms and where they begin (web.md 3.1). */
export function narrowKey(narrow: Narrow): string {
  return narrow
    .filter(({ operator }) => !PLACES.has(operator))
    .map(keyOf)
    .sort()
    .join(' ');
}

/** The operand of a term that is there and not negated. */
export function operandOf(narrow: Narrow, operator: Operator): Term['operand'] | undefined {
  return narrow.find((term) => term.operator === operator && !term.negated)?.operand;
}

/** The narrow without the terms that say where to begin. */
export function withoutPlace(narrow: Narrow): Narrow {
  return narrow.filter(({ operator }) => !PLACES.has(operator));
}

export function topicNarrow(channelId: number, topic: string): Narrow {
  return [
    { operator: 'channel', operand: channelId },
    { operator: 'topic', operand: topic },
  ];
}

export function channelNarrow(channelId: number): Narrow {
  return [{ operator: 'channel', operand: channelId }];
}

/** @param userIds everybody but oneself; oneself alone for notes */
export function directNarrow(userIds: readonly number[]): Narrow {
  return [{ operator: 'dm', operand: [...userIds].sort((a, b) => a - b) }];
}

/** What a narrow is about, as far as its kind decides what one may do in it. */
export type NarrowKind = 'topic' | 'direct' | 'channel' | 'feed' | 'direct-feed' | 'search' | 'other';

/** The kind of a narrow, `near` and `with` left aside. */
export function kindOf(narrow: Narrow): NarrowKind {
  const terms = withoutPlace(narrow);
  if (terms.length === 0) return 'feed';
  if (terms.some(({ operator }) => operator === 'search')) return 'search';
  const names = terms.map(({ operator, negated }) => (negated ? `-${operator}` : operator)).sort();
  const [term] = terms;
  switch (names.join(' ')) {
    case 'channel topic':
      return 'topic';
    case 'channel':
      return 'channel';
    case 'dm':
      return 'direct';
    case 'is':
      return term?.operand === 'dm' ? 'direct-feed' : 'other';
    case 'in':
      return term?.operand === 'home' ? 'feed' : 'other';
    default:
      return 'other';
  }
}

/** The conversation or channel that everything of a search stands in; undefined where it is about more than one. */
export function containerOf(narrow: Narrow): Narrow | undefined {
  const [channelId, topic, people] = [
    operandOf(narrow, 'channel'),
    operandOf(narrow, 'topic'),
    operandOf(narrow, 'dm'),
  ];
  if (typeof people === 'object') return directNarrow(people);
  if (typeof channelId !== 'number') return undefined;
  return typeof topic === 'string' ? topicNarrow(channelId, topic) : channelNarrow(channelId);
}
