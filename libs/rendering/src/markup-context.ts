import type { DirectoryUser, RealmChannels, RealmGroups, RealmSettings, RealmUsers } from '@stoa/directory';
import { ContentReferences, MentionGroup, MentionUser, RenderContext, mentionNameKey } from '@stoa/markdown';
import { canAccessChannelContent, customEmojiUrls } from '@stoa/policy';

/** Users and groups that a text names. */
export type Mentionables = Required<Pick<RenderContext, 'usersById' | 'usersByName' | 'groupsByName'>>;

/** Only what the text names is copied: a realm has far more users than a message mentions. */
export function mentionables(references: ContentReferences, users: RealmUsers, groups: RealmGroups): Mentionables {
  const usersById = new Map<number, MentionUser>();
  const usersByName = new Map<string, MentionUser>();
  const groupsByName = new Map<string, MentionGroup>();
  for (const userId of references.userIds) {
    const user = users.get(userId);
    if (user) usersById.set(userId, user);
  }
  for (const name of references.userNames) {
    const candidates = users.byFullName(name);
    const user = candidates.find((candidate) => candidate.isActive) ?? candidates[0];
    if (user) usersByName.set(mentionNameKey(name), user);
  }
  for (const name of references.groupNames) {
    const group = groups.byName(name);
    if (group && group.name === name) {
      groupsByName.set(name, { id: group.id, name: group.name, isActive: !group.isDeactivated });
    }
  }
  return { usersById, usersByName, groupsByName };
}

/** Active custom emoji by name. */
export function customEmojiOf(settings: RealmSettings): ReadonlyMap<string, { sourceUrl: string }> {
  return new Map(
    settings.customEmoji.map(({ name, file_name: fileName, is_animated: isAnimated }) => [
      name,
      { sourceUrl: customEmojiUrls({ realmId: settings.id, fileName, isAnimated }).source },
    ]),
  );
}

/** What decides whether an author may link to a channel. */
export interface ChannelLinkFacts {
  users: RealmUsers;
  groups: RealmGroups;
  channels: RealmChannels;
  /** Whether the author is subscribed to a channel. */
  isSubscribed: (channelId: number) => boolean;
}

/** Of the channels that a text names those whose content its author can access, by exact name (markdown.md 8). */
export function linkableChannels(
  references: ContentReferences,
  author: DirectoryUser,
  { users, groups, channels, isSubscribed }: ChannelLinkFacts,
): Map<string, number> {
  const channelIdsByName = new Map<string, number>();
  // The service's own notices name channels that their bot is not in.
  const isSystemBot = users.get(author.id) === undefined;
  const user = { userId: author.id, role: author.role, isBot: author.isBot };
  for (const name of references.channelNames) {
    const channel = channels.byName(name);
    if (!channel || channel.name !== name) continue;
    const viewer = { user, isSubscribed: isSubscribed(channel.channelId), groups: groups.graph };
    if (isSystemBot || canAccessChannelContent(channel, viewer)) channelIdsByName.set(name, channel.channelId);
  }
  return channelIdsByName;
}
