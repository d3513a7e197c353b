import { DirectoryChannel, DirectoryUser, RealmUsers } from '@stoa/directory';

/** Whose request it is; a spectator has no id (messages.md 8, "Spectators"). */
export interface FetchCaller {
  realmId: number;
  realmHost: string;
  userId: number | null;
}

/** What a user is in, and was in. */
export interface OwnConversations {
  /** Ids of channels. */
  subscribed: readonly number[];
  /** Recipients of channels in which it ever received something, and of its direct conversations. */
  channels: readonly number[];
  direct: readonly number[];
}

/** Who fetches, and what that user can read. */
export interface FetchViewer {
  realmId: number;
  realmHost: string;
  /** 0 for a spectator. */
  userId: number;
  /** Null for a spectator. */
  user: DirectoryUser | null;
  users: RealmUsers;
  /** A guest who may see only the people that it deals with (users.md 3). */
  isLimitedGuest: boolean;
  /** Of a spectator: nothing. */
  own: OwnConversations;
  /** Channels whose content the user can access now, by id. */
  readable: ReadonlyMap<number, DirectoryChannel>;
  /** By the recipient of its messages, also of a channel that the user cannot read; undefined for direct conversations. */
  channelOf(recipientId: number): DirectoryChannel | undefined;
  /**
   * Whether a narrow may name a channel by its id: any channel of the organization, for links to channels that the user
   * has left. What the user cannot read in it is not found. Names of hidden channels stay unknown.
   */
  hasChannel(channelId: number): boolean;
}
