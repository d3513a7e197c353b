import { Injectable } from '@nestjs/common';
import { Audience, encodeAudience } from '@stoa/contracts/changes';
import { badRequest, insufficientPermission } from '@stoa/errors';
import { Database, WriteTransaction, lockRealm } from '@stoa/database';
import type { GroupManager } from '@stoa/policy';
import type { ActorContext } from '@stoa/rpc';
import { UserScene, UserScenes, activeUserIds, policyUser } from '../../shared/user-changes/user-scenes';
import { UserGroupRow, UserGroupsRepository } from './user-groups.repository';

/** What a change of groups rests on, read under the realm's exclusive lock. */
export interface GroupScene extends UserScene {
  tx: WriteTransaction;
  manager: GroupManager;
  /** Every active user of the organization. */
  everybody: Audience;
}

/** Runs changes of groups: all of them need the realm's exclusive lock and the same facts. */
@Injectable()
export class GroupScenes {
  constructor(
    private readonly database: Database,
    private readonly scenes: UserScenes,
    private readonly repository: UserGroupsRepository,
  ) {}

  write<T>(ctx: ActorContext, work: (scene: GroupScene) => Promise<T>): Promise<T> {
    const { realmId } = ctx.actor;
    return this.database.write(ctx, [lockRealm(realmId, 'exclusive')], async (tx) => {
      const scene = await this.scenes.current(ctx);
      return work({
        ...scene,
        tx,
        manager: {
          user: policyUser(scene.requester),
          groups: scene.groups.graph,
          canManageAllGroups: scene.settings.canManageAllGroups,
        },
        everybody: encodeAudience(activeUserIds(scene.users)),
      });
    });
  }

  /**
   * A group that the requester may do something with.
   * @throws DomainError `Invalid user group`, `Insufficient permission`
   */
  async access(
    { tx, manager }: GroupScene,
    groupId: number,
    isAllowed: (group: UserGroupRow, manager: GroupManager) => boolean,
  ): Promise<UserGroupRow> {
    const group = await this.repository.group(tx, groupId);
    if (!group) throw badRequest('Invalid user group');
    if (!isAllowed(group, manager)) throw insufficientPermission();
    return group;
  }
}
