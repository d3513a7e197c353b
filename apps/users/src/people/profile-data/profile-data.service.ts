import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@stoa/contracts/rpc';
import { deleteProfileData, updateProfileData } from '@stoa/contracts/users';
import { Database, WriteTransaction, lockRealm } from '@stoa/database';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { UserScene, UserScenes } from '../../shared/user-changes/user-scenes';
import { ProfileDataChanges } from './profile-data-changes';

/** One's own values of custom profile fields (users.md 5). */
@Injectable()
export class ProfileDataService {
  constructor(
    private readonly database: Database,
    private readonly scenes: UserScenes,
    private readonly changes: ProfileDataChanges,
  ) {}

  @Handles(updateProfileData)
  update(ctx: ActorContext, { data }: RequestOf<typeof updateProfileData>): Promise<void> {
    return this.write(ctx, (tx, scene) => this.changes.update(tx, scene, scene.requester, data));
  }

  @Handles(deleteProfileData)
  remove(ctx: ActorContext, { data: fieldIds }: RequestOf<typeof deleteProfileData>): Promise<void> {
    return this.write(ctx, (tx, scene) => this.changes.remove(tx, scene, scene.requester, fieldIds));
  }

  private write(ctx: ActorContext, work: (tx: WriteTransaction, scene: UserScene) => Promise<void>): Promise<void> {
    const { realmId } = ctx.actor;
    return this.database.write(ctx, [lockRealm(realmId, 'exclusive')], async (tx) =>
      work(tx, await this.scenes.current(ctx)),
    );
  }
}
