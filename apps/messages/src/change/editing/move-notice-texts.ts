import { RESOLVED_PREFIX } from '@stoa/policy';
import { channelMessageUrl, silentMention, topicLink } from '../../send/storing/conversation-links';
import type { LinkedChannel } from '../../send/storing/conversation-links';

/** What the notices of a move say (messages.md 5.7). */
export interface MoveFacts {
  user: { id: number; fullName: string };
  from: LinkedChannel;
  oldTopic: string;
  to: LinkedChannel;
  newTopic: string;
  messageIds: readonly number[];
  /** Nothing visible was left behind. */
  isWholeTopic: boolean;
  /** The destination had no visible messages. */
  destinationLookedEmpty: boolean;
  /** Of the organization, without trailing slash. */
  baseUrl: string;
}

/** In the topic that was left. */
export function oldThreadText(move: MoveFacts): string {
  const by = `to ${topicLink(move.to, move.newTopic)} by ${silentMention(move.user)}.`;
  if (move.isWholeTopic) return `This topic was moved ${by}`;
  if (move.messageIds.length === 1) return `A message was moved from this topic ${by}`;
  return `${move.messageIds.length} messages were moved from this topic ${by}`;
}

/** In the topic that was reached. */
export function newThreadText(move: MoveFacts): string {
  const from = `moved here from ${topicLink(move.from, move.oldTopic)} by ${silentMention(move.user)}.`;
  if (move.isWholeTopic && move.destinationLookedEmpty) return `This topic was ${from}`;
  const [only, ...others] = move.messageIds;
  if (only !== undefined && others.length === 0) {
    return `[A message](${channelMessageUrl(move.baseUrl, move.to, move.newTopic, only)}) was ${from}`;
  }
  return `${move.messageIds.length} messages were ${from}`;
}

/** @param topic the resulting one */
export function resolveText(user: { id: number; fullName: string }, topic: string): string {
  const state = topic.startsWith(RESOLVED_PREFIX) ? 'resolved' : 'unresolved';
  return `${silentMention(user)} has marked this topic as ${state}.`;
}

/** Whether a text of the notification bot says that a topic was resolved or unresolved. */
export function isResolveText(text: string): boolean {
  return /has marked this topic as (?:un)?resolved\.$/.test(text);
}
