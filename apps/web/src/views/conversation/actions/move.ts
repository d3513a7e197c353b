import { updateMessage } from '@stoa/contracts/messages';
import { decidePost } from '@stoa/policy';
import { call } from '../../../api/client';
import { RequestRefused } from '../../../api/failures';
import { type TopicProblem, topicProblemIn } from '../../../compose/checks';
import { standingOf } from '../../../store/standing';
import type { ChannelMessage } from '../../../store/message';
import type { Channel, MessageWindow, State } from '../../../store/state';
import { isSameTopic, topicKey, unresolvedName } from '../../../store/topics';
import type { StringKey } from '../../../strings/strings';

export type Scope = 'change_one' | 'change_later' | 'change_all';

/** Where messages are to go. */
export interface Move {
  readonly channelId: number;
  readonly topic: string;
  readonly scope: Scope;
  readonly saysInOld: boolean;
  readonly saysInNew: boolean;
}

/** Only the newest messages may be moved: the time for the others is over. */
export interface PartialMove {
  readonly allowed: number;
  readonly total: number;
  /** The oldest of them; null if there is none. */
  readonly firstId: number | null;
}

export type MoveResult =
  { kind: 'done' } | { kind: 'partial'; partial: PartialMove } | { kind: 'refused'; reason: string };

/** Channels that messages can go to: the one where they are, and those where the user may write. */
export function destinations(state: State, fromId: number): Channel[] {
  return [...state.channels.values()].filter((channel) => {
    if (channel.stream_id === fromId) return true;
    const { user, groups, isSubscribed, channel: place } = standingOf(state, channel);
    return (
      place !== undefined && decidePost(place, { user, groups, isSubscribed, canForgeSender: false }) === 'allowed'
    );
  });
}

/** Why messages cannot go to a place. */
export type MoveProblem = 'same-place' | TopicProblem;

/** The same in words, but for the place where they are. */
export const MOVE_PROBLEMS = {
  'topic-needed': 'problem.topicNeeded',
  'only-empty-topic': 'problem.onlyEmptyTopic',
  'may-not-begin-topic': 'problem.mayNotBeginTopic',
} as const satisfies Record<TopicProblem, StringKey>;

interface Destination extends Pick<Move, 'channelId' | 'topic'> {
  /** The topics of the channel were asked for: one that is not there would be new. */
  readonly knowsTopics?: boolean;
}

/** Why messages cannot go there; undefined where they can, as far as is known. */
export function moveProblem(
  state: State,
  message: Pick<ChannelMessage, 'stream_id' | 'topic'>,
  { channelId, topic, knowsTopics }: Destination,
): MoveProblem | undefined {
  if (channelId === message.stream_id && topic === message.topic) return 'same-place';
  const channel = state.channels.get(channelId);
  // Whoever resolves a topic, or takes that back, begins none.
  const isToggled =
    channelId === message.stream_id && isSameTopic(unresolvedName(topic), unresolvedName(message.topic));
  return channel && topicProblemIn(state, channel, { topic, knowsTopics: knowsTopics && !isToggled });
}

/** Whether there are messages at the destination already, as far as is known. */
export function isMerge(
  state: Pick<State, 'topics'>,
  message: Pick<ChannelMessage, 'stream_id' | 'topic'>,
  { channelId, topic }: Pick<Move, 'channelId' | 'topic'>,
): boolean {
  const isSame = channelId === message.stream_id && isSameTopic(topic, message.topic);
  return !isSame && state.topics.get(channelId)?.has(topicKey(topic)) === true;
}

/** Whether somebody who can read the messages now cannot any more. */
export function losesReaders(state: Pick<State, 'channels'>, message: ChannelMessage, channelId: number): boolean {
  const to = state.channels.get(channelId);
  return channelId !== message.stream_id && to?.invite_only === true;
}

/** How many messages a scope has, where the topic is held to its ends. */
export interface Counts {
  readonly later?: number;
  readonly all?: number;
}

/** @param window the topic's own, if it is held */
export function knownCounts(window: MessageWindow | undefined, messageId: number): Counts | undefined {
  if (!window || window.isStale || !window.haveNewest || !window.ids.includes(messageId)) return undefined;
  const later = window.ids.filter((id) => id >= messageId).length;
  return window.haveOldest ? { later, all: window.ids.length } : { later };
}

interface LeftBehind {
  /** Active people who wrote in the topic, as far as it is held, and are not subscribed to the destination. */
  readonly writers: readonly number[];
  /** Guests who can see the topic now and will not see it there. */
  readonly guests: number;
}

const NOBODY_LEFT: LeftBehind = { writers: [], guests: 0 };

/** Who does not come along to another channel; nobody until all of its subscribers are known. */
export function leftBehind(
  { users, subscribers, channels, messages }: Pick<State, 'users' | 'subscribers' | 'channels' | 'messages'>,
  message: ChannelMessage,
  channelId: number,
): LeftBehind {
  const there = subscribers.get(channelId);
  if (channelId === message.stream_id || !there?.isComplete) return NOBODY_LEFT;
  const isLeft = (id: number): boolean => !there.ids.has(id);
  const writers = new Set<number>();
  for (const other of messages.values()) {
    const isHere =
      other.type === 'stream' && other.stream_id === message.stream_id && isSameTopic(other.topic, message.topic);
    const sender = isHere ? users.get(other.sender_id) : undefined;
    if (sender?.is_active && !sender.is_bot && isLeft(sender.user_id)) writers.add(sender.user_id);
  }
  const here = subscribers.get(message.stream_id);
  const seesAll = channels.get(channelId)?.is_web_public === true;
  const guests =
    seesAll || !here?.isComplete ? [] : [...here.ids].filter((id) => users.get(id)?.is_guest && isLeft(id));
  return { writers: [...writers], guests: guests.length };
}

function partialOf({ data }: RequestRefused): PartialMove | undefined {
  const {
    total_messages_allowed_to_move: allowed,
    total_messages_in_topic: total,
    first_message_id_allowed_to_move: firstId,
  } = data;
  if (typeof allowed !== 'number' || typeof total !== 'number') return undefined;
  return { allowed, total, firstId: typeof firstId === 'number' ? firstId : null };
}

/** Long topics take their time. */
const MOVE_MS = 60_000;

/** @throws RequestFailed when nobody answers */
export async function moveMessages(message: ChannelMessage, move: Move): Promise<MoveResult> {
  const isOtherChannel = move.channelId !== message.stream_id;
  try {
    await call(
      updateMessage,
      {
        message_id: message.id,
        ...(move.topic === message.topic ? {} : { topic: move.topic }),
        ...(isOtherChannel ? { stream_id: move.channelId } : {}),
        propagate_mode: move.scope,
        send_notification_to_old_thread: move.saysInOld,
        send_notification_to_new_thread: move.saysInNew,
      },
      { timeoutMs: MOVE_MS },
    );
    return { kind: 'done' };
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
    const partial = error.code === 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED' ? partialOf(error) : undefined;
    return partial && partial.firstId !== null
      ? { kind: 'partial', partial }
      : { kind: 'refused', reason: error.message };
  }
}
