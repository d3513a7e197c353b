import type { UpdateChannelRequest } from '@stoa/contracts/channels';
import { badRequest, insufficientPermission } from '@stoa/errors';
import { isGuest } from '@stoa/policy';
import { EditedChannel } from './edited-channel';

/** How private a channel is (channels.md 1.1). */
export interface ChannelPrivacy {
  invite_only: boolean;
  is_web_public: boolean;
  history_public_to_subscribers: boolean;
}

type PrivacyChanges = Pick<UpdateChannelRequest, 'is_private' | 'is_web_public' | 'history_public_to_subscribers'>;

/** What a request makes of a channel's privacy: history follows `is_private` unless it is named (channels.md 8.2). */
export function changedPrivacy(current: ChannelPrivacy, changes: PrivacyChanges): ChannelPrivacy {
  const history = changes.is_private === undefined ? current.history_public_to_subscribers : !changes.is_private;
  return {
    invite_only: changes.is_private ?? current.invite_only,
    is_web_public: changes.is_web_public ?? current.is_web_public,
    history_public_to_subscribers: changes.history_public_to_subscribers ?? history,
  };
}

/** Web-public and public channels share their history, and a private one is not on the web. */
export function isValidPrivacy(privacy: ChannelPrivacy): boolean {
  if (privacy.is_web_public && privacy.invite_only) return false;
  return privacy.invite_only || privacy.history_public_to_subscribers;
}

export function isSamePrivacy(first: ChannelPrivacy, second: ChannelPrivacy): boolean {
  return (
    first.invite_only === second.invite_only &&
    first.is_web_public === second.is_web_public &&
    first.history_public_to_subscribers === second.history_public_to_subscribers
  );
}

/** Everything that can forbid a change of privacy, in the order of channels.md 8.2. */
export function checkPrivacy(edited: EditedChannel, changes: UpdateChannelRequest, privacy: ChannelPrivacy): void {
  const { settings, groups } = edited.facts;
  const { user } = edited.viewer;
  const isIn = (groupId: number) => !isGuest(user) && groups.graph.isMember(groupId, user);
  if (!isValidPrivacy(privacy)) throw badRequest('Invalid parameters');
  if (privacy.invite_only && (changes.is_default_stream ?? edited.row.is_default)) {
    throw badRequest('A default channel cannot be private.');
  }
  if (!privacy.invite_only && settings.moderationRequestChannelId === edited.row.id) {
    throw badRequest('Moderation request channel must be private.');
  }
  if (changes.is_private !== undefined) {
    if (!edited.hasContentAccess) throw badRequest('Channel content access is required.');
    const creators = changes.is_private ? settings.canCreatePrivateChannelGroup : settings.canCreatePublicChannelGroup;
    if (!isIn(creators)) throw insufficientPermission();
  }
  if (changes.is_web_public) {
    if (!settings.enableSpectatorAccess) throw badRequest('Web-public channels are not enabled.');
    if (!isIn(settings.canCreateWebPublicChannelGroup)) throw insufficientPermission();
  }
}
