import { type Narrow, kindOf, narrowKey, operandOf } from '../narrow/terms';
import { ofParts } from '../store/of-parts';
import { type Availability, availabilityOf } from '../store/presence';
import type { State, Subscribers, User } from '../store/state';
import { languageInUse } from '../strings/strings';
import { matchesText } from './text-match';

/** People who are listed together: those of the open conversation, of its channel, and the rest. */
export interface PeopleSection {
  readonly key: 'conversation' | 'channel' | 'others';
  readonly userIds: readonly number[];
}

export type PeopleState = Pick<
  State,
  'users' | 'userId' | 'mutedUsers' | 'presences' | 'presenceTime' | 'settings' | 'organization'
>;

/** Up to so many accounts everybody is listed. */
const MOST_FOR_ALL = 600;
/** In a channel with as many subscribers everybody is listed. */
const MOST_IN_CHANNEL = 75;
const TWO_WEEKS_SECONDS = 14 * 24 * 60 * 60;

const byName = new WeakMap<State['users'], { language: string; users: readonly User[] }>();

/** Active people by name: sorted once for as long as the users are the same object. */
function peopleByName({ users }: Pick<State, 'users'>): readonly User[] {
  const language = languageInUse();
  const known = byName.get(users);
  if (known?.language === language) return known.users;
  const { compare } = new Intl.Collator(language);
  const people = [...users.values()].filter((user) => user.is_active && !user.is_bot && !user.isUnknown);
  people.sort((a, b) => compare(a.full_name, b.full_name));
  byName.set(users, { language, users: people });
  return people;
}

const ORDER = ['active', 'idle', 'offline'] as const satisfies readonly Availability[];

const ORDER_PARTS = ['users', 'userId', 'mutedUsers', 'presences', 'presenceTime', 'settings', 'organization'] as const;

/** By language. */
const orders = new Map<string, (state: PeopleState) => readonly User[]>();

/** Oneself first, then who is there, each group by name: the same for every view, so it is found once for all of them. */
function inOrder(state: PeopleState): readonly User[] {
  const language = languageInUse();
  const select = orders.get(language) ?? ofParts(ORDER_PARTS, findOrder);
  orders.set(language, select);
  return select(state);
}

function findOrder(state: PeopleState): readonly User[] {
  const groups: Record<Availability, User[]> = { active: [], idle: [], offline: [] };
  const own: User[] = [];
  for (const user of peopleByName(state)) {
    if (user.user_id === state.userId) own.push(user);
    else if (!state.mutedUsers.has(user.user_id)) groups[availabilityOf(state, user.user_id) ?? 'offline'].push(user);
  }
  return [...own, ...ORDER.flatMap((availability) => groups[availability])];
}

function wasHereLately({ presences, presenceTime, userId }: PeopleState, id: number): boolean {
  const presence = presences.get(id);
  if (!presence) return id === userId;
  return presenceTime - Math.max(presence.active_timestamp, presence.idle_timestamp) < TWO_WEEKS_SECONDS;
}

interface Around {
  /** Who takes part in the open conversation. */
  readonly participants: readonly number[];
  /** Of the open channel. */
  readonly subscribers?: Subscribers;
  /** The filter. */
  readonly typed: string;
}

/** Who is listed at the side, in which order (web-details.md A.3). */
export function peopleSections(state: PeopleState, { participants, subscribers, typed }: Around): PeopleSection[] {
  const people = inOrder(state);
  const isFiltered = typed.trim() !== '';
  const showsAll = isFiltered || people.length <= MOST_FOR_ALL;
  const isSmallChannel = subscribers !== undefined && subscribers.ids.size <= MOST_IN_CHANNEL;
  const here = new Set(participants);
  const sections: Record<PeopleSection['key'], number[]> = { conversation: [], channel: [], others: [] };
  for (const { user_id: id, full_name, delivery_email } of people) {
    if (isFiltered && !matchesText(typed, `${full_name} ${delivery_email ?? ''}`)) continue;
    const isSubscribed = subscribers?.ids.has(id) === true;
    if (here.has(id)) sections.conversation.push(id);
    else if (!showsAll && !(isSubscribed && isSmallChannel) && !wasHereLately(state, id)) continue;
    else sections[isSubscribed ? 'channel' : 'others'].push(id);
  }
  const keys = ['conversation', 'channel', 'others'] as const;
  return keys.map((key) => ({ key, userIds: sections[key] })).filter(({ userIds }) => userIds.length > 0);
}

/** Who takes part in a conversation, as far as its messages are here. */
export function participantsOf(state: Pick<State, 'windows' | 'messages' | 'userId'>, narrow: Narrow): number[] {
  const kind = kindOf(narrow);
  const people = operandOf(narrow, 'dm');
  if (kind === 'direct' && typeof people === 'object') return [...new Set([...people, state.userId])];
  if (kind !== 'topic') return [];
  const ids = state.windows.get(narrowKey(narrow))?.ids ?? [];
  return [...new Set(ids.flatMap((id) => state.messages.get(id)?.sender_id ?? []))].sort((a, b) => a - b);
}

/** The channel that a view is about. */
export function channelOf(narrow: Narrow): number | undefined {
  const kind = kindOf(narrow);
  const channelId = operandOf(narrow, 'channel');
  return (kind === 'topic' || kind === 'channel') && typeof channelId === 'number' ? channelId : undefined;
}
