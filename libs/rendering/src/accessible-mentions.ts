import { Injectable } from '@nestjs/common';
import { Database } from '@stoa/database';
import { AccessibleUsersRepository, type DirectoryUser, RealmGroups, RealmSettings, RealmUsers } from '@stoa/directory';
import type { ContentReferences, MentionUser } from '@stoa/markdown';
import { isLimitedGuest } from '@stoa/policy';
import { type Mentionables, mentionables } from './markup-context';

/** Whom and what a text may mention, as its author may know them. */
@Injectable()
export class AccessibleMentions {
  constructor(
    private readonly database: Database,
    private readonly accessible: AccessibleUsersRepository,
  ) {}

  /** Users whom a limited guest cannot access do not resolve (markdown.md 7.1). */
  async of(
    references: ContentReferences,
    author: DirectoryUser,
    { settings, users, groups }: { settings: RealmSettings; users: RealmUsers; groups: RealmGroups },
  ): Promise<Mentionables> {
    const found = mentionables(references, users, groups);
    const policyUser = { userId: author.id, role: author.role, isBot: author.isBot };
    if (!isLimitedGuest(policyUser, settings.canAccessAllUsersGroup, groups.graph)) return found;
    const isFree = (userId: number): boolean => userId === author.id || users.get(userId)?.isBot === true;
    const named = [...found.usersById.values(), ...found.usersByName.values()].map(({ id }) => id);
    const humanIds = [...new Set(named)].filter((userId) => !isFree(userId));
    const accessible = await this.accessible.humansAccessibleTo(this.database, author.id, humanIds);
    const known = <Key>(byKey: ReadonlyMap<Key, MentionUser>): ReadonlyMap<Key, MentionUser> =>
      new Map([...byKey].filter(([, { id }]) => isFree(id) || accessible.has(id)));
    return { ...found, usersById: known(found.usersById), usersByName: known(found.usersByName) };
  }
}
