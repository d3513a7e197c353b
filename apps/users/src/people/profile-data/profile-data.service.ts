import { Injectable } from '@nestjs/common';
import { Database, WriteTransaction, lockRealm } from '@stoa/database';
import type { ActorContext } from '@stoa/rpc';
import { UserScene, UserScenes } from '../../shared/user-changes/user-scenes';
import { GivenProfileValue, ProfileDataChanges } from './profile-data-changes';

/** One's own values of custom profile fields (users.md 5). */
@Injectable()
export class ProfileDataService {
  constructor(
    private readonly database: Database,
    private readonly scenes: UserScenes,
    private readonly changes: ProfileDataChanges,
  ) {}

  update(ctx: ActorContext, data: readonly GivenProfileValue[]): Promise<void> {
    return this.write(ctx, (tx, scene) => this.changes.update(tx, scene, scene.requester, data));
  }

  remove(ctx: ActorContext, fieldIds: readonly number[]): Promise<void> {
    return this.write(ctx, (tx, scene) => this.changes.remove(tx, scene, scene.requester, fieldIds));
  }

  private write(ctx: ActorContext, work: (tx: WriteTransaction, scene: UserScene) => Promise<void>): Promise<void> {
    const { realmId } = ctx.actor;
    return this.database.write(ctx, [lockRealm(realmId, 'exclusive')], async (tx) =>
      work(tx, await this.scenes.current(ctx)),
    );
  }
}
