import { Audience, encodeAudience } from '@stoa/contracts/changes';
import {
  ChannelTopicsPolicy,
  GroupGraph,
  ModerationSettings,
  PolicyModeratedChannel,
  PolicyTopicCreation,
  RealmTopicsPolicy,
} from '@stoa/policy';

/** An organization's settings that requests decide by, at one version of `realm:ID:settings`. */
export interface RealmSettings extends ModerationSettings {
  version: number;
  id: number;
  partition: number;
  stringId: string;
  name: string;
  isDeactivated: boolean;
  presenceDisabled: boolean;
  topicsPolicy: RealmTopicsPolicy;
  defaultLanguage: string;
  canAccessAllUsersGroup: number;
  canAddSubscribersGroup: number;
  canCreateBotsGroup: number;
  canCreateWriteOnlyBotsGroup: number;
  waitingPeriodDays: number;
  requiresUniqueNames: boolean;
  canCreatePublicChannelGroup: number;
  canCreatePrivateChannelGroup: number;
  canCreateWebPublicChannelGroup: number;
  canMentionManyUsersGroup: number;
  canSetDeleteMessagePolicyGroup: number;
  canSetTopicsPolicyGroup: number;
  canCreateGroups: number;
  canManageAllGroups: number;
  directMessageInitiatorGroup: number;
  directMessagePermissionGroup: number;
  enableSpectatorAccess: boolean;
  /** all, moves or none. */
  editHistoryVisibility: string;
  /** -1: none. */
  moderationRequestChannelId: number;
  newChannelAnnouncementsChannelId: number;
  /** Whether changes of channels are told in their topic "channel events". */
  tellsChannelEvents: boolean;
  /** Language of code blocks that name none; '' for none. */
  defaultCodeBlockLanguage: string;
  /** Whether links to images and films get a preview. */
  inlineImagePreview: boolean;
  /** Whether other links get a card. */
  inlineUrlEmbedPreview: boolean;
  linkifiers: { id: number; pattern: string; url_template: string }[];
  /** Active custom emoji. */
  customEmoji: { id: number; name: string; file_name: string; is_animated: boolean }[];
}

/** A named or system group besides its place in the graph. */
export interface DirectoryGroup {
  id: number;
  name: string;
  isSystemGroup: boolean;
  isDeactivated: boolean;
  canMentionGroup: number | null;
}

/** The groups of one realm at one version of `realm:ID:groups`. */
export class RealmGroups {
  private readonly byLowerName = new Map<string, DirectoryGroup>();

  constructor(
    readonly version: number,
    readonly graph: GroupGraph,
    readonly named: ReadonlyMap<number, DirectoryGroup>,
  ) {
    for (const group of named.values()) this.byLowerName.set(group.name.toLowerCase(), group);
  }

  byName(name: string): DirectoryGroup | undefined {
    return this.byLowerName.get(name.toLowerCase());
  }
}

export interface DirectoryChannel extends PolicyModeratedChannel, PolicyTopicCreation {
  recipientId: number;
  name: string;
  topicsPolicy: ChannelTopicsPolicy;
  isRecentlyActive: boolean;
  /** Null until the first message; refreshed only with the row. */
  firstMessageId: number | null;
}

/** All channels of one realm, archived ones included, at one version of `realm:ID:channels`. */
export class RealmChannels {
  private readonly byLowerName = new Map<string, DirectoryChannel>();
  private readonly byRecipientId = new Map<number, DirectoryChannel>();

  constructor(
    readonly version: number,
    readonly byId: ReadonlyMap<number, DirectoryChannel>,
  ) {
    for (const channel of byId.values()) {
      this.byLowerName.set(channel.name.toLowerCase(), channel);
      this.byRecipientId.set(channel.recipientId, channel);
    }
  }

  byName(name: string): DirectoryChannel | undefined {
    return this.byLowerName.get(name.toLowerCase());
  }

  byRecipient(recipientId: number): DirectoryChannel | undefined {
    return this.byRecipientId.get(recipientId);
  }
}

/** One channel and its active subscribers (active accounts only), at one version of `channel:ID`. */
export class ChannelMembers {
  private encoded: Audience | undefined;

  constructor(
    readonly version: number,
    readonly channel: DirectoryChannel,
    /** User id to whether that user muted the channel. */
    readonly members: ReadonlyMap<number, boolean>,
  ) {}

  isSubscribed(userId: number): boolean {
    return this.members.has(userId);
  }

  hasMuted(userId: number): boolean {
    return this.members.get(userId) ?? false;
  }

  /** All subscribers, encoded once per version: sends only copy it. */
  audience(): Audience {
    return (this.encoded ??= encodeAudience(this.members.keys()));
  }
}
