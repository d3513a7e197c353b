import { RealmGroups, RealmSettings, RealmUsers } from '@stoa/directory';
import { ContentReferences, MentionGroup, MentionUser, RenderContext, mentionNameKey } from '@stoa/markdown';
import { customEmojiUrls } from '@stoa/policy';

/** Only what the text names is copied: a realm has far more users than a message mentions. */
export function mentionables(
  references: ContentReferences,
  users: RealmUsers,
  groups: RealmGroups,
): Required<Pick<RenderContext, 'usersById' | 'usersByName' | 'groupsByName'>> {
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
