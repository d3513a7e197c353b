import { whenIdle } from '../../client/when-idle';
import { SettingGroups, policyUserOf } from '../../store/standing';
import type { State, User, UserGroup } from '../../store/state';
import { topicKey } from '../../store/topics';
import { peopleOfGroup } from '../groups-to-write';
import type { Target } from '../target';
import { Best, type Query, type Searchable, fitOf, queryOf, searchable } from './match';

/** Who can be mentioned. */
export type Mentionable =
  | { readonly kind: 'user'; readonly user: User }
  | { readonly kind: 'group'; readonly group: UserGroup }
  | { readonly kind: 'wildcard'; readonly name: string };

interface Indexed {
  readonly user: User;
  readonly search: Searchable;
  readonly email: string;
}

/** One entry for each object of a user: a change of somebody leaves all others as they are. */
const entries = new WeakMap<User, Indexed>();
/** People as they are searched, in order of names, as long as the users are the same object. */
const indexes = new WeakMap<State['users'], readonly Indexed[]>();

function entryOf(user: User): Indexed {
  const known = entries.get(user);
  if (known) return known;
  const email = (user.delivery_email ?? user.email).toLowerCase();
  const entry = { user, search: searchable(user.full_name), email };
  entries.set(user, entry);
  return entry;
}

function indexOf(users: State['users']): readonly Indexed[] {
  const known = indexes.get(users);
  if (known) return known;
  const index = [...users.values()]
    .filter((user) => user.is_active && !user.is_system_bot && !user.isUnknown)
    .map(entryOf)
    .sort((a, b) => (a.search.plain < b.search.plain ? -1 : 1));
  indexes.set(users, index);
  return index;
}

/** Most people whose names are made ready at once: a key that is pressed meanwhile waits for these alone. */
const READY_AT_ONCE = 2_000;

/** Makes everybody's names ready to be searched, before somebody types the first letter of one. @returns what calls it off */
export function prepareIndex(users: State['users']): () => void {
  const all = [...users.values()];
  let callOff = (): void => undefined;
  const goOn = (from: number): void => {
    callOff = whenIdle(() => {
      if (indexes.has(users)) return;
      all.slice(from, from + READY_AT_ONCE).forEach(entryOf);
      if (from + READY_AT_ONCE < all.length) goOn(from + READY_AT_ONCE);
      else indexOf(users);
    });
  };
  goOn(0);
  return () => callOff();
}

/** What somebody has to do with the conversation: they wrote in the topic, in the channel, or direct messages. */
const Tie = { InTopic: 0, InChannel: 1, Direct: 2, Not: 3 } as const;
type Tie = (typeof Tie)[keyof typeof Tie];

/** How near everybody is to the conversation. */
interface Nearness {
  /** Those who are not named have nothing to do with it. */
  ties: ReadonlyMap<number, Tie>;
  /** All of the channel; absent where not all are known. */
  subscribers?: ReadonlySet<number>;
}

type NearState = Pick<State, 'messages' | 'recentDirects' | 'subscribers'>;

/** The last answer for these messages: who writes a name asks with every key. */
const lastTies = new WeakMap<State['messages'], { recentDirects: unknown; key: string; ties: Nearness['ties'] }>();

function tiesTo(state: NearState, target: Target): Nearness['ties'] {
  const { messages, recentDirects } = state;
  const key = JSON.stringify(target);
  const last = lastTies.get(messages);
  if (last?.key === key && last.recentDirects === recentDirects) return last.ties;
  const ties = findTies(state, target);
  lastTies.set(messages, { recentDirects, key, ties });
  return ties;
}

function findTies({ messages, recentDirects }: NearState, target: Target): Nearness['ties'] {
  const ties = new Map<number, Tie>();
  for (const [key] of recentDirects) for (const part of key.split(',')) ties.set(Number(part), Tie.Direct);
  if (target.type !== 'channel' || target.channelId === undefined) return ties;
  const topic = target.topic === undefined ? undefined : topicKey(target.topic);
  for (const message of messages.values()) {
    if (message.type !== 'stream' || message.stream_id !== target.channelId) continue;
    if (ties.get(message.sender_id) === Tie.InTopic) continue;
    ties.set(message.sender_id, topicKey(message.topic) === topic ? Tie.InTopic : Tie.InChannel);
  }
  return ties;
}

function nearnessOf(state: NearState, target: Target): Nearness {
  const subscribers =
    target.type === 'channel' && target.channelId !== undefined ? state.subscribers.get(target.channelId) : undefined;
  return { ties: tiesTo(state, target), subscribers: subscribers?.isComplete ? subscribers.ids : undefined };
}

/** Between two fits of a name: nothing about the person outweighs a better fit. */
const TIER = 100;

/** Whoever reads the channel comes before who does not, and among them who wrote there. */
function closenessOf(userId: number, { ties, subscribers }: Nearness): number {
  const isOutside = subscribers !== undefined && !subscribers.has(userId);
  return (isOutside ? 4 : 0) + (ties.get(userId) ?? Tie.Not);
}

/** Where groups, bots and hits of an address stand among the fits of people's names (web-details.md D.3). */
const Rank = { Group: 3, Bot: 4, Email: 5 } as const;

function scoreOf({ user, search, email }: Indexed, query: Query, near: Nearness): number | undefined {
  const fit = fitOf(search, query);
  if (fit === undefined && !email.startsWith(query.plain)) return undefined;
  const closeness = closenessOf(user.user_id, near);
  if (fit === undefined) return Rank.Email * TIER + closeness;
  return (user.is_bot ? Rank.Bot : fit) * TIER + closeness;
}

const WILDCARDS = ['all', 'everyone', 'channel'] as const;

/** One name for everybody in the channel, one for the topic. */
function wildcards(query: string, target: Target): Mentionable[] {
  const isFitting = (name: string): boolean => name.startsWith(query);
  const ofAll = WILDCARDS.filter((name) => isFitting(name) && (target.type === 'channel' || name !== 'channel'));
  const ofTopic = target.type === 'channel' && isFitting('topic') ? ['topic'] : [];
  return [...ofAll.slice(0, 1), ...ofTopic].map((name) => ({ kind: 'wildcard', name }));
}

type PeopleState = NearState & Pick<State, 'users' | 'groups' | 'organization' | 'userId' | 'mutedUsers'>;

function addGroups(found: Best<Mentionable>, state: PeopleState, query: Query): void {
  const fitting = [...state.groups.values()].flatMap((group) => {
    const isEmpty = group.members.length === 0 && group.direct_subgroup_ids.length === 0;
    if (group.deactivated || isEmpty || (group.is_system_group && query.text === '')) return [];
    const fit = fitOf(searchable(group.name), query);
    return fit === undefined ? [] : [{ group, fit }];
  });
  if (fitting.length === 0) return;
  const all = new SettingGroups(state);
  const asked = fitting.map(({ group }) => all.idOf(group.can_mention_group));
  const graph = all.graph();
  const user = policyUserOf(state, state.userId);
  fitting.forEach(({ group, fit }, position) => {
    const id = asked[position];
    if (id !== undefined && graph.isMember(id, user)) found.add({ kind: 'group', group }, Rank.Group * TIER + fit);
  });
}

interface Wanted {
  query: string;
  target: Target;
  isSilent: boolean;
  most: number;
}

/** Who may be meant by what was typed, the likeliest first. */
export function findPeople(state: PeopleState, { query: text, target, isSilent, most }: Wanted): Mentionable[] {
  const query = queryOf(text);
  const near = nearnessOf(state, target);
  const found = new Best<Mentionable>(most);
  const ofEverybody = isSilent ? [] : wildcards(query.plain, target);
  // They come first in channels and last in direct conversations.
  for (const wildcard of ofEverybody) found.add(wildcard, target.type === 'channel' ? -1 : Infinity);
  for (const indexed of indexOf(state.users)) {
    const score = scoreOf(indexed, query, near);
    if (score === undefined || state.mutedUsers.has(indexed.user.user_id)) continue;
    found.add({ kind: 'user', user: indexed.user }, score);
  }
  addGroups(found, state, query);
  return found.list();
}

/** Who can be added to a direct message. */
export type Addressee =
  | { readonly kind: 'user'; readonly user: User }
  | { readonly kind: 'group'; readonly group: UserGroup; readonly userIds: readonly number[] };

interface WantedAddressee {
  query: string;
  /** People to whom the message goes already. */
  chosen: readonly number[];
  most: number;
}

/** Who may be added to a direct message for what was typed, the likeliest first; a group brings all its people. */
export function findAddressees(state: PeopleState, { query: text, chosen, most }: WantedAddressee): Addressee[] {
  const query = queryOf(text);
  const taken = new Set(chosen);
  const near = nearnessOf(state, { type: 'direct', userIds: chosen });
  const found = new Best<Addressee>(most);
  for (const indexed of indexOf(state.users)) {
    const { user } = indexed;
    const score = scoreOf(indexed, query, near);
    if (score === undefined || taken.has(user.user_id) || state.mutedUsers.has(user.user_id)) continue;
    found.add({ kind: 'user', user }, score);
  }
  for (const group of state.groups.values()) {
    const fit = fitOf(searchable(group.name), query);
    const userIds = fit === undefined ? [] : peopleOfGroup(state, group).filter((id) => !taken.has(id));
    if (fit !== undefined && userIds.length > 0) found.add({ kind: 'group', group, userIds }, Rank.Group * TIER + fit);
  }
  return found.list();
}
