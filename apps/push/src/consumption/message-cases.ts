import type { MentionedGroupFacts, PushedMessageFacts } from '../rules/decisions/facts';
import { type RenderedMentions, mentionsOf } from '../rules/content-text/mentions';
import type { EditedMessage, WantedMessage } from './facts.repository';
import { type ContentEdit, type NewMessage, hasFlag } from './push-changes';

/** A change with its place in the batch. */
export interface Placed<T> {
  index: number;
  change: T;
}

/** What a text mentions, with the facts of its groups. */
export interface Mentioned {
  mentions: RenderedMentions;
  groups: readonly MentionedGroupFacts[];
}

/** A message, or the new content of one, with what decides about its recipients. */
export interface MessageCase {
  index: number;
  change: NewMessage | ContentEdit;
  messageId: number;
  wanted: WantedMessage;
  facts: PushedMessageFacts;
  mentions: RenderedMentions;
  /** The content before the edit; null for new messages. */
  before: Mentioned | null;
  /** Users who see a placeholder for the sender. */
  hiddenFrom: ReadonlySet<number>;
}

const NO_MENTIONS: RenderedMentions = {
  userIds: new Set(),
  groupIds: new Set(),
  channelWildcard: false,
  topicWildcard: false,
};

const MENTION = /class="[^"]*mention/;

/** Sees nearly every text off without parsing it. */
export function hasMention(html: string): boolean {
  return MENTION.test(html);
}

export function mentionsIn(html: string): RenderedMentions {
  return hasMention(html) ? mentionsOf(html) : NO_MENTIONS;
}

export function mayNotify({ change }: MessageCase, userId: number): boolean {
  return change.recipients.has(userId) && !hasFlag(change.flags, userId, 'read');
}

export function isTopicParticipant({ change }: MessageCase, userId: number): boolean {
  return hasFlag(change.flags, userId, 'topic_wildcard_mentioned');
}

export function newMessageCase({ index, change }: Placed<NewMessage>, { mentions, groups }: Mentioned): MessageCase {
  const { message, isSilent, happenedAtMs } = change;
  const isDirect = message.type === 'private';
  return {
    index,
    change,
    messageId: message.id,
    mentions,
    before: null,
    hiddenFrom: change.hiddenFrom,
    wanted: {
      index,
      senderId: message.sender_id,
      channelId: isDirect ? null : (message.stream_id ?? null),
      topic: message.subject,
      happenedAtMs,
      concernsEverybody: !isDirect && mentions.channelWildcard && !isSilent,
      concernsListeners: !isDirect && !isSilent,
      userIds: isSilent ? [] : specialRecipients(change, isDirect),
    },
    facts: {
      senderId: message.sender_id,
      conversation: isDirect ? 'direct' : 'channel',
      isSilent,
      hasChannelWildcard: mentions.channelWildcard,
      hasTopicWildcard: mentions.topicWildcard,
      mentionedGroups: groups,
    },
  };
}

/** @param holders who has a notification of the message */
export function editCase(
  { index, change }: Placed<ContentEdit>,
  row: EditedMessage,
  before: Mentioned,
  after: Mentioned,
  holders: readonly number[],
): MessageCase {
  const { senderId, channelId, topic } = row;
  const { mentions, groups } = after;
  return {
    index,
    change,
    messageId: change.messageId,
    mentions,
    before,
    hiddenFrom: new Set(),
    wanted: {
      index,
      senderId,
      channelId,
      topic,
      happenedAtMs: change.happenedAtMs,
      concernsEverybody: channelId !== null && mentions.channelWildcard && !before.mentions.channelWildcard,
      concernsListeners: false,
      userIds: [...new Set([...flaggedForTrigger(change), ...holders])],
    },
    facts: {
      senderId,
      conversation: channelId === null ? 'direct' : 'channel',
      isSilent: false,
      hasChannelWildcard: mentions.channelWildcard,
      hasTopicWildcard: mentions.topicWildcard,
      mentionedGroups: groups,
    },
  };
}

/** Participants of a direct message; for a channel message, users with a flag that a trigger reads. */
function specialRecipients(change: NewMessage, isDirect: boolean): number[] {
  if (isDirect) return [...change.recipients].filter((userId) => userId !== change.message.sender_id);
  return flaggedForTrigger(change);
}

function flaggedForTrigger({ flags: entries }: NewMessage | ContentEdit): number[] {
  const isTrigger = (flag: string) => flag === 'mentioned' || flag === 'topic_wildcard_mentioned';
  return entries.filter(({ flags }) => flags.some(isTrigger)).flatMap(({ to }) => [...to]);
}
