import type { Narrow, Operator, Term } from '../narrow/terms';
import type { State } from '../store/state';
import { userOf } from '../store/users';
import { t } from '../strings/strings';

type NamedState = Pick<State, 'users' | 'channels' | 'userId' | 'organization'>;

/** A value that stands behind an operator, with blanks as the search reads them. */
function quoted(text: string): string {
  return text === '' || /[\s"]/.test(text) ? `"${text.replaceAll('"', '')}"` : text;
}

/** What an operator is about, in words of the present: names instead of ids. */
export function operandText(state: NamedState, { operator, operand }: Term): string {
  if (typeof operand === 'object') return operand.map((id) => nameOf(state, id)).join(', ');
  if (operator === 'sender' && typeof operand === 'number') return nameOf(state, operand);
  if (operator === 'channel' && typeof operand === 'number') {
    return state.channels.get(operand)?.name ?? t('channel.unknown');
  }
  if (operator === 'topic' && operand === '') return state.organization.realm_empty_topic_display_name;
  return String(operand);
}

function nameOf(state: NamedState, id: number): string {
  return id === state.userId ? t('search.me') : userOf(state, id).full_name;
}

/** A condition as it can be typed. */
export function termText(state: NamedState, term: Term): string {
  const sign = term.negated ? '-' : '';
  if (term.operator === 'search') return String(term.operand);
  return `${sign}${term.operator}:${quoted(typedOperand(state, term))}`;
}

function typedOperand(state: NamedState, { operator, operand }: Term): string {
  const name = (id: number): string => (id === state.userId ? 'me' : typedName(state, id));
  if (typeof operand === 'object') return operand.map(name).join(',');
  if (operator === 'sender' && typeof operand === 'number') return name(operand);
  if (operator === 'channel' && typeof operand === 'number') return state.channels.get(operand)?.name ?? `${operand}`;
  return String(operand);
}

/** Names that several people have, or with signs that separate, are written as ids. */
function typedName(state: NamedState, id: number): string {
  const { full_name: name } = userOf(state, id);
  const isClear =
    !/[",]/.test(name) && [...state.users.values()].filter((user) => user.full_name === name).length === 1;
  return isClear ? name : String(id);
}

/** What a condition means, for people who do not know the operators. */
export function termMeaning(state: NamedState, term: Term): string {
  const text = operandText(state, term);
  const meaning = meaningOf(term, text);
  return term.negated ? t('search.not', { meaning }) : meaning;
}

const WITH_VALUE = {
  channel: 'search.channel',
  topic: 'search.topic',
  sender: 'search.sender',
  dm: 'search.dm',
  'dm-including': 'search.dmIncluding',
  near: 'search.near',
  id: 'search.id',
  with: 'search.with',
  search: 'search.words',
} as const satisfies Partial<Record<Operator, string>>;

const OF_VALUES = {
  'is:dm': 'search.isDm',
  'is:mentioned': 'search.isMentioned',
  'is:starred': 'search.isStarred',
  'is:unread': 'search.isUnread',
  'is:alerted': 'search.isAlerted',
  'is:followed': 'search.isFollowed',
  'is:resolved': 'search.isResolved',
  'is:muted': 'search.isMuted',
  'has:link': 'search.hasLink',
  'has:image': 'search.hasImage',
  'has:attachment': 'search.hasAttachment',
  'has:reaction': 'search.hasReaction',
  'channels:public': 'search.allPublic',
  'channels:web-public': 'search.allWebPublic',
  'in:home': 'search.inHome',
  'in:all': 'search.inAll',
} as const;

function isValueKey(key: string): key is keyof typeof OF_VALUES {
  return key in OF_VALUES;
}

function meaningOf({ operator, operand }: Term, value: string): string {
  const key = `${operator}:${String(operand)}`;
  if (isValueKey(key)) return t(OF_VALUES[key]);
  if (operator in WITH_VALUE) return t(WITH_VALUE[operator as keyof typeof WITH_VALUE], { value });
  return key;
}

/** All conditions, for titles. */
export function narrowText(state: NamedState, narrow: Narrow): string {
  return narrow.map((term) => termText(state, term)).join(' ');
}
