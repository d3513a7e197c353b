import { Audience, EventBody, encodeAudience } from '@stoa/contracts/changes';
import { DELIVERED_BITS, MessageFlagBit } from '@stoa/read-state';

/** What is special about some recipients of a message that is being sent. */
export interface SendFlagsInput {
  isRecipient(userId: number): boolean;
  /** Who gets a channel's message though not subscribed: bots that are mentioned. They count as recipients. */
  deliveredUserIds: ReadonlySet<number>;
  /** Everybody who gets the event, encoded: the flags that all share are addressed to it. */
  audience: Audience;
  mentionedUserIds: ReadonlySet<number>;
  /** A channel wildcard: everybody's copy is flagged, and no row is written (the message carries a mark). */
  channelWildcard: boolean;
  topicWildcardUserIds: ReadonlySet<number>;
  alertedUserIds: ReadonlySet<number>;
  /** The sender, if it has read its own message, and users who muted the sender. */
  readUserIds: ReadonlySet<number>;
}

export interface SendFlags {
  /** Rows of message_flag: only users with a special flag (design.md I7). */
  rows: { userId: number; bits: number }[];
  readUserIds: number[];
  /** Flags sent with the event; a user's flags are those of the first entry that it is in. */
  ofEvent: NonNullable<EventBody['flags']>;
}

/** Whose copy of a new message starts with which flags. Work and rows grow with the special users only. */
export function flagsOfSend(input: SendFlagsInput): SendFlags {
  const special = new Set<number>(input.deliveredUserIds);
  for (const users of [input.mentionedUserIds, input.topicWildcardUserIds, input.alertedUserIds, input.readUserIds]) {
    for (const userId of users) if (input.isRecipient(userId)) special.add(userId);
  }
  const rows: SendFlags['rows'] = [];
  const readUserIds: number[] = [];
  const groups = new Map<string, { flags: string[]; userIds: number[] }>();
  for (const userId of [...special].sort((a, b) => a - b)) {
    const { flags, bits } = flagsOfUser(userId, input);
    if (bits !== 0) rows.push({ userId, bits });
    if (input.readUserIds.has(userId)) readUserIds.push(userId);
    const key = flags.join();
    const group = groups.get(key);
    if (group) group.userIds.push(userId);
    else groups.set(key, { flags, userIds: [userId] });
  }
  const ofEvent = [...groups.values()].map(({ flags, userIds }) => ({ flags, to: encodeAudience(userIds) }));
  if (input.channelWildcard) ofEvent.push({ flags: ['stream_wildcard_mentioned'], to: input.audience });
  return { rows, readUserIds, ofEvent };
}

function flagsOfUser(userId: number, input: SendFlagsInput): { flags: string[]; bits: number } {
  const flags: string[] = [];
  const isDelivered = input.deliveredUserIds.has(userId);
  let bits: number = isDelivered ? DELIVERED_BITS : 0;
  if (input.readUserIds.has(userId)) flags.push('read');
  if (input.mentionedUserIds.has(userId)) {
    flags.push('mentioned');
    bits |= MessageFlagBit.mentioned;
  }
  if (input.channelWildcard) {
    flags.push('stream_wildcard_mentioned');
    // The message's mark speaks for subscribers only.
    if (isDelivered) bits |= MessageFlagBit.stream_wildcard_mentioned;
  }
  if (input.topicWildcardUserIds.has(userId)) {
    flags.push('topic_wildcard_mentioned');
    bits |= MessageFlagBit.topic_wildcard_mentioned;
  }
  if (input.alertedUserIds.has(userId)) {
    flags.push('has_alert_word');
    bits |= MessageFlagBit.has_alert_word;
  }
  return { flags, bits };
}
