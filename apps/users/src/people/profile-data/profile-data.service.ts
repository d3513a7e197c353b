import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@stoa/contracts/rpc';
import { deleteProfileData, updateProfileData } from '@stoa/contracts/users';
import { Database, WriteTransaction, lockRealm } from '@stoa/database';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { ChangeFacts, ChangeFactsReader } from '@stoa/directory';
import { ProfileDataChanges } from './profile-data-changes';

/** The user's own values of custom profile fields (users.md 5). */
@Injectable()
export class ProfileDataService {
  constructor(
    private readonly database: Database,
    private readonly facts: ChangeFactsReader,
    private readonly changes: ProfileDataChanges,
  ) {}

  @Handles(updateProfileData)
  update(ctx: ActorContext, { data }: RequestOf<typeof updateProfileData>): Promise<void> {
    return this.write(ctx, (tx, facts) => this.changes.update(tx, facts, facts.requester, data));
  }

  @Handles(deleteProfileData)
  remove(ctx: ActorContext, { data: fieldIds }: RequestOf<typeof deleteProfileData>): Promise<void> {
    return this.write(ctx, (tx, facts) => this.changes.remove(tx, facts, facts.requester, fieldIds));
  }

  private write(ctx: ActorContext, work: (tx: WriteTransaction, facts: ChangeFacts) => Promise<void>): Promise<void> {
    const { realmId } = ctx.actor;
    return this.database.write(ctx, [lockRealm(realmId, 'exclusive')], async (tx) =>
      work(tx, await this.facts.current(ctx)),
    );
  }
}
