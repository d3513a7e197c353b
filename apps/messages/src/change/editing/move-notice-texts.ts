import { RESOLVED_PREFIX } from '@stoa/policy';
import { TEXT_LANGUAGES, type Write, textsIn } from '@stoa/texts';
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

const RESOLVE_TEXTS = ['topic.resolved', 'topic.unresolved'] as const;

/** In the topic that was left. */
export function oldThreadText(move: MoveFacts, write: Write): string {
  const values = { place: topicLink(move.to, move.newTopic, write), user: silentMention(move.user) };
  if (move.isWholeTopic) return write('move.topicAway', values);
  const count = move.messageIds.length;
  return count === 1 ? write('move.oneAway', values) : write('move.someAway', { ...values, count });
}

/** In the topic that was reached. */
export function newThreadText(move: MoveFacts, write: Write): string {
  const values = { place: topicLink(move.from, move.oldTopic, write), user: silentMention(move.user) };
  if (move.isWholeTopic && move.destinationLookedEmpty) return write('move.topicHere', values);
  const [only, ...others] = move.messageIds;
  if (only !== undefined && others.length === 0) {
    const link = channelMessageUrl(move.baseUrl, move.to, move.newTopic, only);
    return write('move.oneHere', { ...values, link });
  }
  return write('move.someHere', { ...values, count: move.messageIds.length });
}

/** @param topic the resulting one */
export function resolveText(user: { id: number; fullName: string }, topic: string, write: Write): string {
  const isResolved = topic.startsWith(RESOLVED_PREFIX);
  return write(isResolved ? 'topic.resolved' : 'topic.unresolved', { user: silentMention(user) });
}

/** Whether a text of the notification bot says that a topic was resolved or unresolved, in whichever language. */
export function isResolveText(text: string): boolean {
  return TEXT_LANGUAGES.some((language) =>
    RESOLVE_TEXTS.some((key) => text.endsWith(textsIn(language)(key, { user: '' }))),
  );
}
