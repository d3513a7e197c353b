import { Injectable } from '@nestjs/common';
import { badRequest, changeEvent, encodeAudience, keysRevoked } from '@stoa/contracts';
import { Database, lockRealm } from '@stoa/database';
import type { ActorContext } from '@stoa/rpc';
import { SERVER_LIMITS } from '../register/server-facts';
import { UserScenes, activeUserIds, requireRole } from '../user-changes/user-scene.service';
import { RealmSettingsRepository } from './realm-settings.repository';

/** `POST /realm/deactivate` (organization.md 13). */
@Injectable()
export class DeactivateRealmService {
  constructor(
    private readonly database: Database,
    private readonly scenes: UserScenes,
    private readonly repository: RealmSettingsRepository,
  ) {}

  /** @param deletionDelayDays null keeps the data */
  deactivate(ctx: ActorContext, deletionDelayDays: number | null): Promise<void> {
    const least = SERVER_LIMITS.server_min_deactivated_realm_deletion_days;
    if (deletionDelayDays !== null && deletionDelayDays < least) {
      throw badRequest(`Data deletion time must be at least ${least} days in the future.`);
    }
    const { realmId, partition } = ctx.actor;
    const context = { realmId, partition, requestId: ctx.requestId };
    return this.database.write(context, { locks: [lockRealm(realmId, 'exclusive')] }, async (tx) => {
      const scene = await this.scenes.current(ctx);
      requireRole('owner', scene.requester);
      await this.repository.deactivate(tx, deletionDelayDays);
      const everybody = encodeAudience(activeUserIds(scene.users));
      // The event ends polls that are held; the second makes requests in flight come back and be refused.
      tx.emit(changeEvent({ type: 'realm', op: 'deactivated', realm_id: realmId }, everybody));
      tx.emit(keysRevoked(activeUserIds(scene.users)));
    });
  }
}
