/**
 * Bits of `message_flag.bits`. The keys are the API's flag names (messages.md 11), except `unread_notice` and `delivered`,
 * which are internal. `unread_notice`: the holder has a notice that is read by default (resolve, archive) as unread.
 */
export const MessageFlagBit = {
  starred: 1,
  collapsed: 2,
  mentioned: 4,
  /** Only for who holds the message otherwise than from its sending; for the others the message's mark says it. */
  stream_wildcard_mentioned: 8,
  topic_wildcard_mentioned: 16,
  has_alert_word: 32,
  /** Was no recipient at send time; such a row counts as received. */
  historical: 64,
  unread_notice: 128,
  /**
   * Internal, beside `historical`: a bot that was mentioned got the message when it was sent, without being subscribed.
   * Such a row counts as received for the same reason, but the API does not call it historical.
   */
  delivered: 256,
  /** The holder does not want to see what links of the message lead to (levels.md, 510). */
  hide_link_previews: 512,
} as const;

/** The bits that follow from the content, recomputed when it is edited (messages.md 5.5). */
export const CONTENT_FLAG_BITS =
  MessageFlagBit.mentioned |
  MessageFlagBit.stream_wildcard_mentioned |
  MessageFlagBit.topic_wildcard_mentioned |
  MessageFlagBit.has_alert_word;

/** The row of who gets a message at its sending without being subscribed to the channel. */
export const DELIVERED_BITS = MessageFlagBit.historical | MessageFlagBit.delivered;

/** Flags besides `read` that a user may set and clear. */
export type EditableFlag = 'starred' | 'collapsed' | 'hide_link_previews';

const WILDCARD_BITS = MessageFlagBit.stream_wildcard_mentioned | MessageFlagBit.topic_wildcard_mentioned;

/** Everything but `read`, in the API's order. */
const NAMES: readonly (readonly [name: string, bits: number])[] = [
  ['starred', MessageFlagBit.starred],
  ['collapsed', MessageFlagBit.collapsed],
  ['mentioned', MessageFlagBit.mentioned],
  ['stream_wildcard_mentioned', MessageFlagBit.stream_wildcard_mentioned],
  ['topic_wildcard_mentioned', MessageFlagBit.topic_wildcard_mentioned],
  ['wildcard_mentioned', WILDCARD_BITS],
  ['has_alert_word', MessageFlagBit.has_alert_word],
  ['historical', MessageFlagBit.historical],
  ['hide_link_previews', MessageFlagBit.hide_link_previews],
];

/** The flags of a held message as the API lists them: names and order of messages.md 11. */
export function flagNames(isRead: boolean, bits: number): string[] {
  const names = isRead ? ['read'] : [];
  const shown = (bits & MessageFlagBit.delivered) === 0 ? bits : bits & ~MessageFlagBit.historical;
  for (const [name, mask] of NAMES) if ((shown & mask) !== 0) names.push(name);
  return names;
}

/** The flags of a message that its reader does not hold (messages.md 11, "Missing row"). */
export function flagNamesWithoutReceipt(): string[] {
  return ['read', 'historical'];
}
