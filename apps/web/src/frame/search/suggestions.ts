import { VALUES, fits, operatorToken, readSearch, tokensOf } from '../../narrow/search-text';
import type { Narrow, Operator, Term } from '../../narrow/terms';
import { matchRank, matchesText } from '../../parts/text-match';
import { termMeaning, termText } from '../../parts/term-text';
import { usersOf } from '../../store/conversation';
import type { State, User } from '../../store/state';
import { isResolved, unresolvedName } from '../../store/topics';
import { t } from '../../strings/strings';
import { searchNames } from './search-names';

/** One line below the search. */
export interface Suggestion {
  readonly key: string;
  readonly text: string;
  readonly meaning: string;
  /** What it adds as a pill; absent where it only goes on with the text. */
  readonly term?: Term;
  /** What the last word becomes. */
  readonly completion?: string;
  /** Searches for what stands there. */
  readonly isSearch?: true;
}

const MOST = 50;
const MOST_OF_A_KIND = 6;

interface Asked {
  state: State;
  pills: Narrow;
  /** The last word, without its sign. */
  last: string;
  isNegated: boolean;
}

function people(state: State, typed: string): User[] {
  const rank = directRanks(state);
  const found: { user: User; match: number }[] = [];
  for (const user of state.users.values()) {
    if (!user.is_active) continue;
    const match = matchRank(typed, user.full_name) ?? (user.email.startsWith(typed.toLowerCase()) ? 3 : undefined);
    if (match !== undefined) found.push({ user, match });
  }
  const order = ({ user, match }: (typeof found)[number]): number =>
    match * 1e6 + (user.is_bot ? 5e5 : 0) + (rank.get(user.user_id) ?? 4e5);
  return found.sort((a, b) => order(a) - order(b)).map(({ user }) => user);
}

/** Whom the user talked to last comes first. */
function directRanks({ recentDirects }: State): ReadonlyMap<number, number> {
  const ranks = new Map<number, number>();
  const newest = [...recentDirects].sort(([, a], [, b]) => b - a);
  for (const [position, [key]] of newest.entries()) {
    for (const id of usersOf(key)) if (!ranks.has(id)) ranks.set(id, position);
  }
  return ranks;
}

function channelTerms({ state, last }: Asked): Term[] {
  return [...state.channels.values()]
    .map((channel) => ({ channel, match: matchRank(last, channel.name) }))
    .filter(({ match }) => match !== undefined)
    .sort((a, b) => (a.match ?? 0) - (b.match ?? 0) || Number(b.channel.isSubscribed) - Number(a.channel.isSubscribed))
    .map(({ channel }) => ({ operator: 'channel', operand: channel.stream_id }));
}

function peopleTerms(found: readonly User[], operator: 'dm' | 'sender' | 'dm-including'): Term[] {
  return found.map(({ user_id }) => ({ operator, operand: operator === 'sender' ? user_id : [user_id] }));
}

/** Of several people, the last one is completed: `dm:Ann,bo` names both. */
function groupTerms({ state, last }: Asked, operator: 'dm' | 'dm-including'): Term[] {
  const comma = last.lastIndexOf(',');
  if (comma < 0) return peopleTerms(people(state, last), operator);
  const [before] = readSearch(`${operator}:"${last.slice(0, comma)}"`, searchNames(state)).narrow;
  const ids = before?.operand;
  // Names have commas, too.
  if (typeof ids !== 'object') return peopleTerms(people(state, last), operator);
  const others = ids.filter((id) => id !== state.userId);
  return people(state, last.slice(comma + 1).trim())
    .filter(({ user_id }) => user_id !== state.userId && !others.includes(user_id))
    .map(({ user_id }) => ({ operator, operand: [...others, user_id].sort((a, b) => a - b) }));
}

/** Topics of the channel that the search is about, the newest first. */
function topicTerms({ state, pills, last }: Asked): Term[] {
  const channelId = pills.find(({ operator, negated }) => operator === 'channel' && !negated)?.operand;
  const topics = typeof channelId === 'number' ? [...(state.topics.get(channelId)?.values() ?? [])] : [];
  return topics
    .filter(({ name }) => matchesText(last, unresolvedName(name)))
    .sort((a, b) => Number(isResolved(a.name)) - Number(isResolved(b.name)) || b.maxId - a.maxId)
    .map(({ name }) => ({ operator: 'topic', operand: name }));
}

function valueTerms(operator: keyof typeof VALUES): Term[] {
  return VALUES[operator].map((operand) => ({ operator, operand }));
}

/** Conditions of one operator whose value is being typed. */
function termsOf(operator: Operator, asked: Asked): Term[] {
  switch (operator) {
    case 'channel':
      return channelTerms(asked);
    case 'topic':
      return topicTerms(asked);
    case 'sender':
      return peopleTerms(people(asked.state, asked.last), operator);
    case 'dm':
    case 'dm-including':
      return groupTerms(asked, operator);
    case 'is':
    case 'has':
    case 'channels':
    case 'in':
      return valueTerms(operator).filter(({ operand }) => String(operand).startsWith(asked.last.toLowerCase()));
    case 'near':
    case 'id':
    case 'with':
    case 'search':
      return [];
  }
}

const OPERATORS = ['channel', 'topic', 'sender', 'dm', 'dm-including', 'is', 'has', 'near', 'id'] as const;

/** Operators whose name or explanation begins with what is typed. */
function operatorLines({ state, pills, last, isNegated }: Asked): Suggestion[] {
  const sign = isNegated ? '-' : '';
  return OPERATORS.filter((operator) => last !== '' && matchesText(last, `${operator} ${t(`operator.${operator}`)}`))
    .filter(
      (operator) => isNegated || operator === 'is' || operator === 'has' || fits(pills, { operator, operand: '?' }),
    )
    .filter((operator) => operator !== 'topic' || state.channels.size > 0)
    .map((operator) => ({
      key: `${sign}${operator}:`,
      text: `${sign}${operator}:`,
      meaning: t(`operator.${operator}`),
      completion: `${sign}${operator}:`,
    }));
}

/** Conditions that are offered before an operator is typed, in the order of web-details.md E. */
function freeTerms(asked: Asked): Term[] {
  const { state, last } = asked;
  const fixed = (terms: Term[]): Term[] =>
    terms.filter((term) => last === '' || matchesText(last, `${String(term.operand)} ${termMeaning(state, term)}`));
  // Everybody's names are looked through once, and only for what was typed.
  const isTyped = last !== '';
  const found = isTyped ? people(state, last).slice(0, MOST_OF_A_KIND) : [];
  const isGuest = state.users.get(state.userId)?.is_guest === true;
  const hasWebPublic = state.organization.realm_enable_spectator_access;
  return [
    ...(isGuest ? [] : fixed(valueTerms('channels').filter(({ operand }) => operand === 'public' || hasWebPublic))),
    ...fixed(valueTerms('is')),
    ...fixed([{ operator: 'sender', operand: state.userId }]),
    ...(isTyped ? channelTerms(asked).slice(0, MOST_OF_A_KIND) : []),
    ...peopleTerms(found, 'dm'),
    ...peopleTerms(found, 'sender'),
    ...peopleTerms(found, 'dm-including'),
    ...topicTerms(asked).slice(0, MOST_OF_A_KIND),
    ...fixed(valueTerms('has')),
  ];
}

function lineOf(state: State, term: Term): Suggestion {
  const text = termText(state, term);
  return { key: text, text, meaning: termMeaning(state, term), term };
}

/** What a search could go on with: first what Enter does, then what fits beside the conditions that stand there. */
export function suggestionsFor(state: State, pills: Narrow, typed: string): readonly Suggestion[] {
  const words = typed.trim();
  const search: Suggestion[] =
    words === '' && pills.length === 0
      ? []
      : [
          {
            key: 'search',
            text: words,
            meaning: t(words === '' ? 'search.these' : 'search.for', { words }),
            isSearch: true,
          },
        ];
  const token = /\s$/.test(typed) ? '' : (tokensOf(typed).at(-1) ?? '');
  const read = operatorToken(token);
  const isNegated = token.startsWith('-');
  const asked: Asked = { state, pills, last: read ? read.value : token.replace(/^-/, ''), isNegated };
  const terms = read ? termsOf(read.operator, asked).slice(0, MOST) : freeTerms(asked);
  const fitting = terms
    .map((term): Term => (isNegated ? { ...term, negated: true } : term))
    .filter((term) => fits(pills, term));
  const lines = [...(read ? [] : operatorLines(asked)), ...fitting.map((term) => lineOf(state, term))];
  return [...search, ...lines].filter(unique()).slice(0, MOST);
}

function unique(): (line: Suggestion) => boolean {
  const seen = new Set<string>();
  return ({ key }) => !seen.has(key) && seen.add(key).size > 0;
}

/** The text without its last word, which became a pill or was completed. */
export function withoutLast(typed: string): string {
  const last = /\s$/.test(typed) ? '' : (tokensOf(typed).at(-1) ?? '');
  return typed.slice(0, typed.length - last.length);
}

/** The search with one of its conditions as text again, at the end, where it is typed on. */
export function unpilled(state: State, pills: Narrow, position: number, text: string): { pills: Narrow; text: string } {
  const term = pills[position];
  if (!term) return { pills, text };
  const words = text.trim();
  return {
    pills: pills.filter((_one, other) => other !== position),
    text: `${words === '' ? '' : `${words} `}${termText(state, term)}`,
  };
}
