import { PolicyChannel, canAdministerChannel } from './channel-access';
import { GroupGraph, PolicyUser } from './group-membership';
import { isModerator } from './roles';

/** Grace on the limits of edits and moves, for clocks and for the time that typing takes (messages.md 5.1, 5.2). */
export const MOVE_GRACE_SECONDS = 20;

/** Mark of a resolved topic (channels.md 11.1). */
export const RESOLVED_PREFIX = '\u2714 ';

/** The groups of a channel that govern what becomes of its messages (channels.md 2.1). */
export interface PolicyModeratedChannel extends PolicyChannel {
  canDeleteAnyMessageGroup: number;
  canDeleteOwnMessageGroup: number;
  canMoveMessagesOutOfChannelGroup: number;
  canMoveMessagesWithinChannelGroup: number;
  canResolveTopicsGroup: number;
}

/** The organization's settings about the same; limits in seconds, null is unlimited. */
export interface ModerationSettings {
  allowMessageEditing: boolean;
  contentEditLimitSeconds: number | null;
  contentDeleteLimitSeconds: number | null;
  moveWithinChannelLimitSeconds: number | null;
  moveBetweenChannelsLimitSeconds: number | null;
  canDeleteAnyMessageGroup: number;
  canDeleteOwnMessageGroup: number;
  canMoveMessagesBetweenChannelsGroup: number;
  canMoveMessagesBetweenTopicsGroup: number;
  canResolveTopicsGroup: number;
}

export interface MessageModerator {
  user: PolicyUser;
  groups: GroupGraph;
  settings: ModerationSettings;
}

/** Whether something of this age (seconds) is within a limit; null is unlimited. */
export function isWithinLimit(ageSeconds: number, limitSeconds: number | null, graceSeconds: number): boolean {
  return limitSeconds === null || ageSeconds <= limitSeconds + graceSeconds;
}

export type ContentEditDecision = 'allowed' | 'editing-disabled' | 'not-sender' | 'too-late';

/** Editing what a message says (messages.md 5.1 step 2): its sender, where it is allowed at all, for a time. */
export function decideContentEdit(
  message: { senderId: number; ageSeconds: number },
  { user, settings }: Pick<MessageModerator, 'user' | 'settings'>,
  graceSeconds = MOVE_GRACE_SECONDS,
): ContentEditDecision {
  if (!settings.allowMessageEditing) return 'editing-disabled';
  if (message.senderId !== user.userId) return 'not-sender';
  return isWithinLimit(message.ageSeconds, settings.contentEditLimitSeconds, graceSeconds) ? 'allowed' : 'too-late';
}

/** Exactly one of two topics has the mark, and they are equal without it (messages.md 5.2). */
export function isResolveToggle(oldTopic: string, newTopic: string): boolean {
  return newTopic === `${RESOLVED_PREFIX}${oldTopic}` || oldTopic === `${RESOLVED_PREFIX}${newTopic}`;
}

/** Renaming a topic other than by resolving it (messages.md 5.2, channels.md 2.1). */
export function canMoveBetweenTopics(channel: PolicyModeratedChannel, moderator: MessageModerator): boolean {
  const { user, groups, settings } = moderator;
  return (
    groups.isMember(settings.canMoveMessagesBetweenTopicsGroup, user) ||
    groups.isMember(channel.canMoveMessagesWithinChannelGroup, user) ||
    canAdministerChannel(channel, moderator)
  );
}

/** Resolving and unresolving a topic (messages.md 5.2). */
export function canResolveTopics(channel: PolicyModeratedChannel, moderator: MessageModerator): boolean {
  const { user, groups, settings } = moderator;
  return (
    groups.isMember(settings.canResolveTopicsGroup, user) ||
    groups.isMember(channel.canResolveTopicsGroup, user) ||
    canAdministerChannel(channel, moderator)
  );
}

/** Moving messages out of this channel (messages.md 5.3); posting in the destination is another matter. */
export function canMoveOutOfChannel(channel: PolicyModeratedChannel, moderator: MessageModerator): boolean {
  const { user, groups, settings } = moderator;
  return (
    groups.isMember(settings.canMoveMessagesBetweenChannelsGroup, user) ||
    groups.isMember(channel.canMoveMessagesOutOfChannelGroup, user) ||
    canAdministerChannel(channel, moderator)
  );
}

/** Moderators and above may move messages of any age (messages.md 5.2). */
export function isExemptFromMoveLimits(user: PolicyUser): boolean {
  return isModerator(user);
}

/** The limit that every message of a move must meet, in seconds; null: none (messages.md 5.3). */
export function strictestMoveLimit(
  move: { changesTopic: boolean; changesChannel: boolean },
  settings: ModerationSettings,
): number | null {
  const limits = [
    ...(move.changesTopic ? [settings.moveWithinChannelLimitSeconds] : []),
    ...(move.changesChannel ? [settings.moveBetweenChannelsLimitSeconds] : []),
  ].filter((limit) => limit !== null);
  return limits.length > 0 ? Math.min(...limits) : null;
}

/** Deleting any user's messages, at any time (messages.md 7). `channel` is null for direct messages. */
export function canDeleteAnyMessage(channel: PolicyModeratedChannel | null, moderator: MessageModerator): boolean {
  const { user, groups, settings } = moderator;
  return (
    groups.isMember(settings.canDeleteAnyMessageGroup, user) ||
    (channel !== null && groups.isMember(channel.canDeleteAnyMessageGroup, user))
  );
}

/** Deleting the user's own messages, or those of the user's bots, within the limit. */
function canDeleteOwnMessages(channel: PolicyModeratedChannel | null, moderator: MessageModerator): boolean {
  const { user, groups, settings } = moderator;
  return (
    groups.isMember(settings.canDeleteOwnMessageGroup, user) ||
    (channel !== null && groups.isMember(channel.canDeleteOwnMessageGroup, user))
  );
}

export type DeletionDecision = 'allowed' | 'no-permission' | 'too-late';

/** Deletion of one message (messages.md 7); `isOwn`: sent by the user, or by a bot of the user's. */
export function decideDeletion(
  message: { channel: PolicyModeratedChannel | null; isOwn: boolean; ageSeconds: number },
  moderator: MessageModerator,
): DeletionDecision {
  if (canDeleteAnyMessage(message.channel, moderator)) return 'allowed';
  if (!message.isOwn || !canDeleteOwnMessages(message.channel, moderator)) return 'no-permission';
  return isWithinLimit(message.ageSeconds, moderator.settings.contentDeleteLimitSeconds, 0) ? 'allowed' : 'too-late';
}
