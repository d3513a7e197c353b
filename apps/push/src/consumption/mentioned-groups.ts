import { Injectable } from '@nestjs/common';
import { Directory, type RealmGroups, type RealmUsers } from '@stoa/directory';
import { groupDisplayName } from '@stoa/markdown';
import type { PolicyUser } from '@stoa/policy';
import type { MentionedGroupFacts } from '../rules/decisions/facts';

/** Who is in the groups that messages mention. */
@Injectable()
export class MentionedGroups {
  constructor(private readonly directory: Directory) {}

  /** Facts of all the groups, by id; groups that do not exist any more are left out. */
  async of(realmId: number, groupIds: ReadonlySet<number>): Promise<Map<number, MentionedGroupFacts>> {
    if (groupIds.size === 0) return new Map();
    const { users, groups } = await this.directory.decideConfirmed(realmId, async (view) => {
      const [users, groups] = await Promise.all([view.users(), view.groups()]);
      return { users, groups };
    });
    const facts = new Map<number, MentionedGroupFacts>();
    for (const groupId of groupIds) {
      const group = groups.named.get(groupId);
      if (group) facts.set(groupId, groupFacts(groupId, group.name, users, groups));
    }
    return facts;
  }
}

function groupFacts(groupId: number, name: string, users: RealmUsers, { graph }: RealmGroups): MentionedGroupFacts {
  const members = new Set<number>();
  for (const user of users.byId.values()) {
    const member: PolicyUser = { userId: user.id, role: user.role, isBot: user.isBot };
    if (user.isActive && graph.isMember(groupId, member)) members.add(user.id);
  }
  return {
    groupId,
    name: groupDisplayName(name),
    size: members.size,
    hasMember: (userId) => members.has(userId),
  };
}
