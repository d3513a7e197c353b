import { type ChannelSection, channelSections } from '../../parts/channel-sections';
import { peopleText } from '../../parts/people-text';
import { matchesText } from '../../parts/text-match';
import { type DirectKey, usersOf } from '../../store/conversation';
import type { Channel, State, UnreadTopic } from '../../store/state';
import { topicKey, unresolvedName } from '../../store/topics';
import { TopicPolicy, countsTowardHome, isMutedDirect, topicPolicy } from '../../store/unread-counts';
import { languageInUse } from '../../strings/strings';

/** Which topics stand in the inbox. */
export const SHOWN = ['unmuted', 'followed', 'all'] as const;
export type Shown = (typeof SHOWN)[number];

export interface InboxTopic {
  readonly key: string;
  readonly topic: string;
  /** Unread messages, ascending. */
  readonly ids: readonly number[];
  readonly policy: number;
  readonly isMention: boolean;
}

export interface InboxDirect {
  readonly key: DirectKey;
  readonly name: string;
  readonly ids: readonly number[];
}

export interface InboxChannel {
  readonly channel: Channel;
  /** Unread messages, also of topics that are not drawn yet. */
  readonly count: number;
  readonly topics: readonly InboxTopic[];
}

export interface InboxSection {
  readonly key: string;
  /** Of a folder. */
  readonly name?: string;
  readonly folderId?: number;
  readonly count: number;
  readonly channels: readonly InboxChannel[];
}

export interface Inbox {
  readonly directs: readonly InboxDirect[];
  readonly sections: readonly InboxSection[];
}

/** The parts of the state that the inbox is made of. */
export const PARTS = [
  ...(['unreadTopics', 'unreadDirects', 'unreadMentions', 'userTopics', 'channels', 'folders', 'settings'] as const),
  ...(['users', 'mutedUsers', 'organization', 'userId'] as const),
] as const;
export type InboxState = Pick<State, (typeof PARTS)[number]>;

export interface Wanted {
  readonly typed: string;
  readonly shown: Shown;
  /** The newest message of each conversation when its row appeared: rows stay where they are. */
  readonly firstSeen: ReadonlyMap<string, number>;
}

interface Placed {
  readonly key: string;
  readonly ids: readonly number[];
}

const keyOfTopic = (channelId: number, topic: string): string => `${channelId}/${topicKey(topic)}`;
const keyOfDirect = (key: DirectKey): string => `dm/${key}`;

/** Remembers where conversations stand that came, and forgets those that went. */
export function seenIn(state: InboxState, seen: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const all: Placed[] = [...state.unreadDirects].map(([key, { ids }]) => ({ key: keyOfDirect(key), ids }));
  for (const [channelId, topics] of state.unreadTopics) {
    for (const { topic, ids } of topics.values()) all.push({ key: keyOfTopic(channelId, topic), ids });
  }
  if (all.length === seen.size && all.every(({ key }) => seen.has(key))) return seen;
  return new Map(all.map(({ key, ids }) => [key, seen.get(key) ?? ids.at(-1) ?? 0]));
}

function inPlace<T>(rows: readonly T[], { firstSeen }: Wanted, keyOf: (row: T) => string): readonly T[] {
  const placeOf = (row: T): number => firstSeen.get(keyOf(row)) ?? Number.MAX_SAFE_INTEGER;
  return [...rows].sort((a, b) => placeOf(b) - placeOf(a));
}

function isShown(state: InboxState, channelId: number, topic: string, shown: Shown): boolean {
  if (shown === 'followed') return topicPolicy(state, channelId, topic) === TopicPolicy.Followed;
  return shown === 'all' || countsTowardHome(state, channelId, topic);
}

function topicRow(state: InboxState, channelId: number, { topic, ids }: UnreadTopic): InboxTopic {
  return {
    key: keyOfTopic(channelId, topic),
    ...{ topic, ids },
    policy: topicPolicy(state, channelId, topic),
    isMention: ids.some((id) => state.unreadMentions.has(id)),
  };
}

function topicsOf(state: InboxState, channel: Channel, wanted: Wanted): readonly InboxTopic[] {
  const { typed, shown } = wanted;
  const emptyName = state.organization.realm_empty_topic_display_name;
  const isWanted = ({ topic }: UnreadTopic): boolean =>
    isShown(state, channel.stream_id, topic, shown) &&
    matchesText(typed, `${channel.name} > ${unresolvedName(topic) || emptyName}`);
  const rows = [...(state.unreadTopics.get(channel.stream_id)?.values() ?? [])]
    .filter(isWanted)
    .map((unread) => topicRow(state, channel.stream_id, unread));
  return inPlace(rows, wanted, ({ key }) => key);
}

function channelRow(state: InboxState, channel: Channel, wanted: Wanted): InboxChannel {
  const topics = topicsOf(state, channel, wanted);
  return { channel, topics, count: countOf(topics) };
}

/** Channels of a section by name, muted ones last. */
function channelsOf({ active, muted, inactive }: ChannelSection): readonly Channel[] {
  const { compare } = new Intl.Collator(languageInUse());
  return [...[...active, ...inactive].sort((a, b) => compare(a.name, b.name)), ...muted];
}

/** Channels in which something is unread and which the sidebar does not list: archived ones, and left ones. */
function unlisted(state: InboxState, sections: readonly ChannelSection[]): readonly Channel[] {
  const listed = new Set(sections.flatMap((section) => channelsOf(section).map(({ stream_id }) => stream_id)));
  return [...state.unreadTopics.keys()].filter((id) => !listed.has(id)).flatMap((id) => state.channels.get(id) ?? []);
}

/** Sections in the order of the sidebar, with what it does not list at the end of the rest. */
function allSections(
  state: InboxState,
): readonly (Pick<InboxSection, 'key' | 'name' | 'folderId'> & { channels: readonly Channel[] })[] {
  const sections = channelSections(state, 'inbox');
  const others = unlisted(state, sections);
  const all = sections.map((section) => ({
    ...{ key: section.key, name: section.name, folderId: section.folderId },
    channels: section.key === 'others' ? [...channelsOf(section), ...others] : channelsOf(section),
  }));
  const hasRest = all.some(({ key }) => key === 'others');
  return hasRest || others.length === 0 ? all : [...all, { key: 'others', channels: others }];
}

/** Every unread conversation that is wanted (web-details.md B). */
export function inboxOf(state: InboxState, wanted: Wanted): Inbox {
  const directs = [...state.unreadDirects]
    .filter(([key]) => !isMutedDirect(state, key))
    .map(([key, { ids }]) => ({ key, ids, name: peopleText(state, usersOf(key)) }))
    .filter(({ name }) => matchesText(wanted.typed, name));
  const sections = allSections(state).map((section) => {
    const channels = section.channels
      .map((channel) => channelRow(state, channel, wanted))
      .filter(({ topics }) => topics.length > 0);
    return { ...section, channels, count: channels.reduce((sum, { count }) => sum + count, 0) };
  });
  return {
    directs: inPlace(directs, wanted, ({ key }) => keyOfDirect(key)),
    sections: sections.filter(({ channels }) => channels.length > 0),
  };
}

/** Unread messages of rows. */
export function countOf(rows: readonly Placed[]): number {
  return rows.reduce((sum, { ids }) => sum + ids.length, 0);
}

/** The inbox with as many conversations as are drawn; what has none of them begins later. */
export function limited({ directs, sections }: Inbox, limit: number): Inbox {
  let room = limit;
  const take = <T>(rows: readonly T[]): readonly T[] => {
    const taken = rows.slice(0, room);
    room -= taken.length;
    return taken;
  };
  const ofChannels = (channels: readonly InboxChannel[]): readonly InboxChannel[] =>
    channels.map((row) => ({ ...row, topics: take(row.topics) })).filter(({ topics }) => topics.length > 0);
  return {
    directs: take(directs),
    sections: sections
      .map((section) => ({ ...section, channels: ofChannels(section.channels) }))
      .filter(({ channels }) => channels.length > 0),
  };
}

export function rowCountOf({ directs, sections }: Inbox): number {
  return sections.reduce(
    (sum, { channels }) => channels.reduce((inner, { topics }) => inner + topics.length, sum),
    directs.length,
  );
}
