import { HasRole, Role } from './roles';

/** A user as permission rules see it. */
export interface PolicyUser extends HasRole {
  userId: number;
  isBot: boolean;
}

/** A user group, named, system or anonymous: the last are the values of settings that list users and groups. */
export interface PolicyGroup {
  id: number;
  /** `role:…` for system groups, null for anonymous ones. */
  name: string | null;
  isSystemGroup: boolean;
  isDeactivated: boolean;
  directMembers: readonly number[];
  directSubgroups: readonly number[];
}

/** System groups whose members follow from the role alone (users.md 15); `role:fullmembers` needs its member rows. */
const ROLE_GROUP_LIMITS: Record<string, number> = {
  'role:nobody': 0,
  'role:owners': Role.Owner,
  'role:administrators': Role.Administrator,
  'role:moderators': Role.Moderator,
  'role:members': Role.Member,
  'role:everyone': Role.Guest,
  'role:internet': Role.Guest,
};

/**
 * The groups of one realm at one version. Membership is recursive through subgroups (users.md 15, "Transitivity");
 * whether the user is active is the caller's check. Sets are built on first use and kept with the graph.
 */
export class GroupGraph {
  private readonly groups: ReadonlyMap<number, PolicyGroup>;
  private readonly idsByName = new Map<string, number>();
  private readonly transitive = new Map<number, ReadonlySet<number>>();

  constructor(groups: Iterable<PolicyGroup>) {
    const byId = new Map<number, PolicyGroup>();
    for (const group of groups) {
      byId.set(group.id, group);
      if (group.name !== null) this.idsByName.set(group.name, group.id);
    }
    this.groups = byId;
  }

  get(groupId: number): PolicyGroup | undefined {
    return this.groups.get(groupId);
  }

  all(): Iterable<PolicyGroup> {
    return this.groups.values();
  }

  /** @throws Error if the realm lacks the group: system groups exist from its creation on */
  idOf(systemGroupName: string): number {
    const id = this.idsByName.get(systemGroupName);
    if (id === undefined) throw new Error(`the realm has no group ${systemGroupName}`);
    return id;
  }

  /** Whether an active user is a member of a group, directly or through subgroups. */
  isMember(groupId: number, user: PolicyUser): boolean {
    const group = this.groups.get(groupId);
    if (!group) return false;
    if (group.isSystemGroup && group.name !== null) {
      const limit = ROLE_GROUP_LIMITS[group.name];
      if (limit !== undefined) return user.role <= limit;
      if (group.name === 'role:fullmembers' && user.role < Role.Member) return true;
    }
    return this.membersOf(groupId).has(user.userId) || this.isMemberThroughRoles(groupId, user, new Set());
  }

  /** Every direct member of the group and of its subgroups, by member rows. */
  membersOf(groupId: number): ReadonlySet<number> {
    const known = this.transitive.get(groupId);
    if (known) return known;
    const members = new Set<number>();
    const seen = new Set<number>();
    const pending = [groupId];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      const group = this.groups.get(id);
      if (!group) continue;
      for (const member of group.directMembers) members.add(member);
      pending.push(...group.directSubgroups);
    }
    this.transitive.set(groupId, members);
    return members;
  }

  /** Role groups count by role, so that a graph whose member rows were not loaded for them still answers. */
  private isMemberThroughRoles(groupId: number, user: PolicyUser, seen: Set<number>): boolean {
    for (const subgroup of this.groups.get(groupId)?.directSubgroups ?? []) {
      if (seen.has(subgroup)) continue;
      seen.add(subgroup);
      if (this.isMember(subgroup, user)) return true;
    }
    return false;
  }
}
