import { Injectable } from '@nestjs/common';
import { Audience, encodeAudience } from '@stoa/contracts/changes';
import { badRequest, insufficientPermission } from '@stoa/errors';
import { Database, WriteTransaction, lockRealm } from '@stoa/database';
import type { GroupManager } from '@stoa/policy';
import type { ActorContext } from '@stoa/rpc';
import { ChangeFacts, ChangeFactsReader, RealmChangeFacts } from '@stoa/directory';
import { activeUserIds, policyUser } from '../../shared/user-changes/user-rules';
import { UserGroupRow, UserGroupsRepository } from './user-groups.repository';

/** What a change of groups rests on, whoever asks for it, read under the realm's exclusive lock. */
export interface RealmGroupFacts extends RealmChangeFacts {
  tx: WriteTransaction;
  /** Every active user of the organization. */
  everybody: Audience;
}

/** The same with the account that asks. */
export interface GroupFacts extends ChangeFacts, RealmGroupFacts {
  manager: GroupManager;
}

/** Runs changes of groups: all of them need the realm's exclusive lock and the same facts. */
@Injectable()
export class GroupWrites {
  constructor(
    private readonly database: Database,
    private readonly facts: ChangeFactsReader,
    private readonly repository: UserGroupsRepository,
  ) {}

  write<T>(ctx: ActorContext, work: (facts: GroupFacts) => Promise<T>): Promise<T> {
    const { realmId } = ctx.actor;
    return this.database.write(ctx, [lockRealm(realmId, 'exclusive')], async (tx) => {
      const facts = await this.facts.current(ctx);
      return work({
        ...facts,
        tx,
        manager: {
          user: policyUser(facts.requester),
          groups: facts.groups.graph,
          canManageAllGroups: facts.settings.canManageAllGroups,
        },
        everybody: encodeAudience(activeUserIds(facts.users)),
      });
    });
  }

  /**
   * A group that the requester may do something with.
   * @throws DomainError `Invalid user group`, `Insufficient permission`
   */
  async access(
    { tx, manager }: GroupFacts,
    groupId: number,
    isAllowed: (group: UserGroupRow, manager: GroupManager) => boolean,
  ): Promise<UserGroupRow> {
    const group = await this.repository.group(tx, groupId);
    if (!group) throw badRequest('Invalid user group');
    if (!isAllowed(group, manager)) throw insufficientPermission();
    return group;
  }
}
