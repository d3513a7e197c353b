import type { NewChannelParams } from '@stoa/contracts/channels';
import { DomainError, badRequest, insufficientPermission } from '@stoa/errors';
import { retentionValue, unquoted, unsupportedCombination } from '@stoa/http-params';
import { RealmGroups, RealmSettings } from '@stoa/directory';
import { CHANNEL_COLORS, ChannelTopicsPolicy, PolicyUser, isAdministrator, isGuest, isOwner } from '@stoa/policy';
import type { Write } from '@stoa/texts';

/** Code points (organization.md 1.9). */
const LONGEST_NAME = 60;
const LONGEST_DESCRIPTION = 1024;
/** Ids of channels are 4-byte integers: there is no lock for a larger one. */
export const LARGEST_CHANNEL_ID = 2 ** 31 - 1;
const COLOR_PATTERN = /^#[0-9a-fA-F]{3,6}$/;

/** Values of `topics_policy` of a channel. */
const TOPICS_POLICIES: readonly ChannelTopicsPolicy[] = [
  'inherit',
  'allow_empty_topic',
  'disable_empty_topic',
  'empty_topic_only',
];

/** @throws DomainError `Invalid topics_policy` */
export function checkedTopicsPolicy(given: string): ChannelTopicsPolicy {
  const policy = TOPICS_POLICIES.find((known) => known === given);
  if (policy === undefined) throw badRequest('Invalid topics_policy');
  return policy;
}

/**
 * @returns the name as it is stored
 * @throws DomainError with the texts of channels.md 0
 */
export function checkedChannelName(given: string): string {
  const name = given.trim();
  if (name === '') throw badRequest("Channel name can't be empty.");
  const characters = [...name];
  if (characters.length > LONGEST_NAME) throw badRequest(`Channel name too long (limit: ${LONGEST_NAME} characters).`);
  checkNameCharacters(name, 'channel name');
  return name;
}

/** @throws DomainError `Invalid character in channel name, at position N.`, in code points from 1 */
export function checkNameCharacters(name: string, what: 'channel name' | 'channel folder name'): void {
  const invalid = [...name].findIndex(isForbiddenCharacter);
  if (invalid >= 0) throw badRequest(`Invalid character in ${what}, at position ${invalid + 1}.`);
}

/** Unicode categories Cc and Cs, and non-characters. */
function isForbiddenCharacter(character: string): boolean {
  const codePoint = character.codePointAt(0) ?? 0;
  const isNonCharacter = (codePoint & 0xfffe) === 0xfffe || (codePoint >= 0xfdd0 && codePoint <= 0xfdef);
  return isNonCharacter || /^[\p{Cc}\p{Cs}]$/u.test(character);
}

/** Newlines become spaces (channels.md 0). */
export function storedDescription(description: string, name: string): string {
  if ([...description].length > LONGEST_DESCRIPTION) {
    throw badRequest(`${name} is too long (limit: ${LONGEST_DESCRIPTION} characters)`);
  }
  return description.replaceAll('\n', ' ');
}

/** @param index of the entry in `subscriptions` (channels.md 0) */
export function checkNewColor(color: string | undefined, index: number): void {
  if (color !== undefined && !isColor(color)) {
    throw badRequest(`Invalid subscriptions[${index}]: Value error, add.color is not a valid hex color code`);
  }
}

/** `#` and 3 to 6 hex digits (channels.md 4). */
export function isColor(text: string): boolean {
  return COLOR_PATTERN.test(text);
}

/** A channel's settings as they are stored at its creation. */
export interface ChannelCreation {
  inviteOnly: boolean;
  isWebPublic: boolean;
  historyPublicToSubscribers: boolean;
  /** Null: the organization's; -1 forever. */
  messageRetentionDays: number | null;
  topicsPolicy: ChannelTopicsPolicy;
  isDefault: boolean;
}

export interface CreationContext {
  user: PolicyUser;
  settings: RealmSettings;
  groups: RealmGroups;
}

/** Validates what does not depend on permissions; done even if nothing is created (channels.md 7.1). */
export function channelCreation(request: NewChannelParams): ChannelCreation {
  return {
    inviteOnly: request.invite_only,
    isWebPublic: request.is_web_public,
    historyPublicToSubscribers: request.invite_only ? (request.history_public_to_subscribers ?? false) : true,
    messageRetentionDays: storedRetention(retentionValue(request.message_retention_days)),
    topicsPolicy: checkedTopicsPolicy(unquoted(request.topics_policy)),
    isDefault: request.is_default_stream,
  };
}

/** @throws DomainError `Bad value for 'message_retention_days': …` */
export function storedRetention(value: number | string): number | null {
  if (value === 'realm_default') return null;
  if (value === 'unlimited') return -1;
  if (typeof value === 'number' && value > 0) return value;
  throw new DomainError('REQUEST_VARIABLE_INVALID', `Bad value for 'message_retention_days': ${value}`, {
    data: { var_name: 'message_retention_days', bad_value: value },
  });
}

/** Permission to create a channel like this (channels.md 6, in order). */
export function checkCreation(creation: ChannelCreation, context: CreationContext): void {
  const { user, settings, groups } = context;
  const isIn = (groupId: number) => !isGuest(user) && groups.graph.isMember(groupId, user);
  if (creation.topicsPolicy !== 'inherit' && !isAdministrator(user) && !isIn(settings.canSetTopicsPolicyGroup)) {
    throw insufficientPermission();
  }
  const mayCreate = creation.inviteOnly
    ? isIn(settings.canCreatePrivateChannelGroup)
    : isIn(settings.canCreatePublicChannelGroup);
  if (!mayCreate) throw insufficientPermission();
  if (creation.isDefault && !isAdministrator(user)) throw insufficientPermission();
  if (creation.isDefault && creation.inviteOnly) throw badRequest('A default channel cannot be private.');
  if (creation.isWebPublic && !settings.enableSpectatorAccess) {
    throw badRequest('Web-public channels are not enabled.');
  }
  if (creation.isWebPublic && !isIn(settings.canCreateWebPublicChannelGroup)) {
    throw insufficientPermission();
  }
  if (creation.messageRetentionDays !== null && !isOwner(user)) {
    throw new DomainError('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner');
  }
  if (creation.inviteOnly && creation.isWebPublic) throw badRequest('Invalid parameters');
}

/**
 * Whoever is refused a new topic learns which topics there are, so protected history goes with everybody (channels.md
 * 2.1).
 * @throws DomainError `Unsupported parameter combination: history_public_to_subscribers, can_create_topic_group`
 */
export function refuseHiddenTopics(channel: { sharesHistory: boolean; letsEverybodyBeginTopics: boolean }): void {
  if (channel.sharesHistory || channel.letsEverybodyBeginTopics) return;
  throw unsupportedCombination(['history_public_to_subscribers', 'can_create_topic_group']);
}

/** How the bot's notices call a channel's privacy (channels.md 1.1). */
export function privacyName(
  creation: Pick<ChannelCreation, 'inviteOnly' | 'isWebPublic' | 'historyPublicToSubscribers'>,
  write: Write,
): string {
  if (creation.isWebPublic) return write('privacy.webPublic');
  if (!creation.inviteOnly) return write('privacy.public');
  return write(creation.historyPublicToSubscribers ? 'privacy.privateShared' : 'privacy.privateProtected');
}

/** Gives one user's new subscriptions their colours: free candidates in order, else by the channel's recipient id. */
export function pickColors(used: Iterable<string>, recipientIds: readonly number[]): string[] {
  const taken = new Set(used);
  return recipientIds.map((recipientId) => {
    const free = CHANNEL_COLORS.find((color) => !taken.has(color));
    const color = free ?? CHANNEL_COLORS[recipientId % CHANNEL_COLORS.length] ?? '#c2c2c2';
    taken.add(color);
    return color;
  });
}
