import { MessageFlagBit } from '@stoa/read-state';

/** Bits of `zerver_usermessage.flags` in a Zulip export. */
export const ZulipFlag = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  channelWildcard: 16,
  topicWildcard: 32,
  groupMentioned: 64,
  hasAlertWord: 512,
  historical: 1_024,
} as const;

const SAME: readonly (readonly [zulip: number, own: number])[] = [
  [ZulipFlag.starred, MessageFlagBit.starred],
  [ZulipFlag.collapsed, MessageFlagBit.collapsed],
  [ZulipFlag.mentioned | ZulipFlag.groupMentioned, MessageFlagBit.mentioned],
  [ZulipFlag.topicWildcard, MessageFlagBit.topic_wildcard_mentioned],
  [ZulipFlag.hasAlertWord, MessageFlagBit.has_alert_word],
  [ZulipFlag.historical, MessageFlagBit.historical],
];

/** `message_flag.bits` of a row; the channel wildcard apart, which the message itself has for all who received it. */
export function ownFlagBits(zulip: number): number {
  return SAME.reduce((bits, [theirs, own]) => ((zulip & theirs) === 0 ? bits : bits | own), 0);
}
