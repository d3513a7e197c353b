import { unreadInTopic } from '../../parts/mark-conversation';
import { peopleText } from '../../parts/people-text';
import { matchesText } from '../../parts/text-match';
import { type Conversation, conversationKey, usersOf } from '../../store/conversation';
import { type Message, conversationOf } from '../../store/message';
import type { State } from '../../store/state';
import { unresolvedName } from '../../store/topics';
import { TopicPolicy, countsTowardHome, isMutedDirect, topicPolicy } from '../../store/unread-counts';
import { languageInUse } from '../../strings/strings';

/** Which topics stand among the recent conversations. */
export const SHOWN = ['unmuted', 'followed', 'all'] as const;
export type Shown = (typeof SHOWN)[number];

/** What can be switched on: direct messages beside topics, only unread ones, only those that the user wrote in. */
export const SWITCHES = ['directs', 'unread', 'participated'] as const;
export type Switch = (typeof SWITCHES)[number];

export const COLUMNS = ['conversation', 'unread', 'time'] as const;
export type Column = (typeof COLUMNS)[number];

export interface Wanted {
  readonly typed: string;
  readonly shown: Shown;
  readonly switches: readonly Switch[];
  readonly column: Column;
  readonly isReversed: boolean;
}

/** A conversation as far as its messages are loaded. */
export interface Recent {
  readonly key: string;
  readonly conversation: Conversation;
  readonly newest: Message;
  /** Who wrote, the last first; everybody else in a direct conversation. */
  readonly participantIds: readonly number[];
  readonly hasOwn: boolean;
}

export interface RecentRow extends Recent {
  readonly name: string;
  readonly policy: number;
  /** Ids of its unread messages. */
  readonly unread: readonly number[];
  readonly isMention: boolean;
}

/** The parts of the state that rows are made of. */
export const PARTS = [
  ...(['messages', 'windows', 'channels', 'users', 'mutedUsers', 'userTopics', 'organization', 'userId'] as const),
  ...(['unreadTopics', 'unreadDirects', 'unreadMentions'] as const),
] as const;
export type RecentState = Pick<State, (typeof PARTS)[number]>;

/** Conversations of messages, the one with the newest message first. */
export function recentOf(messages: readonly Message[], userId: number): readonly Recent[] {
  const found = new Map<string, { newest: Message; senders: Set<number> }>();
  for (const message of [...messages].sort((a, b) => b.id - a.id)) {
    const key = conversationKey(conversationOf(message));
    const known = found.get(key) ?? { newest: message, senders: new Set<number>() };
    known.senders.add(message.sender_id);
    found.set(key, known);
  }
  return [...found].map(([key, { newest, senders }]) => {
    const conversation = conversationOf(newest);
    const participantIds = conversation.kind === 'direct' ? usersOf(conversation.key) : [...senders];
    return { key, conversation, newest, participantIds, hasOwn: senders.has(userId) };
  });
}

/** What a conversation is called, as filter and order know it. */
function nameOf(state: RecentState, conversation: Conversation): string {
  if (conversation.kind === 'direct') return peopleText(state, usersOf(conversation.key));
  const channel = state.channels.get(conversation.channelId)?.name ?? '';
  const topic = unresolvedName(conversation.topic) || state.organization.realm_empty_topic_display_name;
  return `${channel} > ${topic}`;
}

const NONE: readonly number[] = [];

function rowOf(state: RecentState, recent: Recent): RecentRow {
  const { conversation } = recent;
  const name = nameOf(state, conversation);
  if (conversation.kind === 'direct') {
    const unread = state.unreadDirects.get(conversation.key)?.ids ?? NONE;
    return { ...recent, name, policy: TopicPolicy.Inherit, unread, isMention: false };
  }
  const { channelId, topic } = conversation;
  const unread = unreadInTopic(state, channelId, topic);
  return {
    ...{ ...recent, name, unread },
    policy: topicPolicy(state, channelId, topic),
    isMention: unread.some((id) => state.unreadMentions.has(id)),
  };
}

/** Whether conversations of this kind are listed. */
function isListed(state: RecentState, { conversation, policy }: RecentRow, { shown, switches }: Wanted): boolean {
  if (conversation.kind === 'direct') return switches.includes('directs') && !isMutedDirect(state, conversation.key);
  if (shown === 'followed') return policy === TopicPolicy.Followed;
  return shown === 'all' || countsTowardHome(state, conversation.channelId, conversation.topic);
}

function isWanted(state: RecentState, row: RecentRow, wanted: Wanted): boolean {
  const { unread, hasOwn, name } = row;
  const { typed, switches } = wanted;
  if (!isListed(state, row, wanted) || (switches.includes('unread') && unread.length === 0)) return false;
  return (!switches.includes('participated') || hasOwn) && matchesText(typed, name);
}

type Compare = (a: RecentRow, b: RecentRow) => number;

/** Each column with what stands on top unless it is reversed; equal rows stand by their newest messages. */
function comparing(column: Column): Compare {
  const byTime: Compare = (a, b) => b.newest.id - a.newest.id;
  if (column === 'time') return byTime;
  if (column === 'unread') return (a, b) => b.unread.length - a.unread.length || byTime(a, b);
  const { compare } = new Intl.Collator(languageInUse(), { numeric: true });
  return (a, b) => compare(a.name, b.name) || byTime(a, b);
}

/** The recent conversations that are wanted, in the order that is wanted (web-details.md B). */
export function recentRows(state: RecentState, messages: readonly Message[], wanted: Wanted): readonly RecentRow[] {
  const rows = recentOf(messages, state.userId)
    .map((recent) => rowOf(state, recent))
    .filter((row) => isWanted(state, row, wanted))
    .sort(comparing(wanted.column));
  return wanted.isReversed ? rows.reverse() : rows;
}

/** Whether two rows look the same. */
export function isSameRow(a: RecentRow, b: RecentRow): boolean {
  return (
    a.newest === b.newest &&
    a.name === b.name &&
    a.policy === b.policy &&
    a.isMention === b.isMention &&
    (a.unread === b.unread || a.unread.length + b.unread.length === 0) &&
    a.participantIds.join() === b.participantIds.join()
  );
}
