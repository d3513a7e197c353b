import { Injectable } from '@nestjs/common';
import { badRequest } from '@stoa/contracts';
import { Database, setKeys } from '@stoa/database';
import { PolicyGroup, recursiveSubgroups } from '@stoa/policy';
import type { ActorContext } from '@stoa/rpc';
import type { GroupSet } from '../../register/group-set';
import { RegisterSets } from '../../register/register-sets';
import type { UserSet } from '../../shared/user-set/user-set';
import { UserSetsRepository } from '../../shared/user-set/user-sets.repository';
import { UserSets } from '../../shared/user-set/user-sets';

interface ReadGroups {
  groups: GroupSet;
  users: UserSet;
}

/** Reads of groups (users.md 15), from the copies that registrations use, exact as of one snapshot. */
@Injectable()
export class GroupReading {
  constructor(
    private readonly database: Database,
    private readonly userSets: UserSets,
    private readonly repository: UserSetsRepository,
    private readonly sets: RegisterSets,
  ) {}

  /** `GET /user_groups`. @returns JSON text of the response */
  async list(ctx: ActorContext, includeDeactivated: boolean): Promise<string> {
    const { groups } = await this.read(ctx);
    return `{"user_groups":${groups.text(includeDeactivated)}}`;
  }

  async members(ctx: ActorContext, groupId: number, isDirect: boolean): Promise<number[]> {
    const { groups } = await this.read(ctx);
    const group = readable(groups, groupId);
    const members = isDirect ? group.directMembers : groups.graph.membersOf(groupId);
    return [...members].sort((first, second) => first - second);
  }

  async subgroups(ctx: ActorContext, groupId: number, isDirect: boolean): Promise<number[]> {
    const { groups } = await this.read(ctx);
    const group = readable(groups, groupId);
    const subgroups = isDirect ? group.directSubgroups : recursiveSubgroups(groups.graph, groupId);
    return [...subgroups].sort((first, second) => first - second);
  }

  async isMember(
    ctx: ActorContext,
    { groupId, userId, directMemberOnly }: { groupId: number; userId: number; directMemberOnly: boolean },
  ): Promise<boolean> {
    const { groups, users } = await this.read(ctx);
    const group = readable(groups, groupId);
    const user = users.find(userId);
    if (!user || user.isBot) throw badRequest('No such user');
    if (!user.isActive) throw badRequest('User is deactivated');
    return directMemberOnly ? group.directMembers.includes(userId) : groups.graph.membersOf(groupId).has(userId);
  }

  private read({ actor: { realmId } }: ActorContext): Promise<ReadGroups> {
    return this.database.snapshotRead(async (reader) => {
      const users = await this.userSets.locked(reader, realmId);
      const version = await this.repository.version(reader, setKeys.realmGroups(realmId));
      return { users, groups: await this.sets.groups(reader, realmId, version, users) };
    });
  }
}

/** @throws DomainError `Invalid user group`, `User group is deactivated.` */
function readable({ graph }: GroupSet, groupId: number): PolicyGroup {
  const group = graph.get(groupId);
  if (!group || group.name === null) throw badRequest('Invalid user group');
  if (group.isDeactivated) throw badRequest('User group is deactivated.');
  return group;
}
