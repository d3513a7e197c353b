import { Injectable } from '@nestjs/common';
import { Database, WriteTransaction, lockRealm } from '@stoa/database';
import { readerOf } from '@stoa/read-state-store';
import type { ActorContext } from '@stoa/rpc';
import { UserSets } from '../../shared/user-set/user-sets';

/** Changes of what an organization configures: sent to all of its active users. */
@Injectable()
export class OrganizationWrites {
  constructor(
    private readonly database: Database,
    private readonly userSets: UserSets,
  ) {}

  /**
   * One writing transaction under the realm's exclusive lock.
   * @param work gets the ids of all active users, read under that lock
   */
  run<T>(ctx: ActorContext, work: (tx: WriteTransaction, audience: readonly number[]) => Promise<T>): Promise<T> {
    const { realmId } = ctx.actor;
    return this.database.write(ctx, [lockRealm(realmId, 'exclusive')], async (tx) => {
      const users = await this.userSets.locked(readerOf(tx), realmId);
      const audience = [...users].filter((user) => user.isActive).map(({ id }) => id);
      return work(tx, audience);
    });
  }
}
