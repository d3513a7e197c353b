import { Inject, Injectable, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { encodeAudience } from '@stoa/contracts';
import { Database, lockRealm } from '@stoa/database';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { UserScenes, activeUserIds } from '../user-changes/user-scene.service';
import { FullMembers } from './full-members.service';
import { RealmSettingsRepository } from './realm-settings.repository';

const HOUR_MS = 3_600_000;

/**
 * Makes members full members once their waiting period is over (users.md 15). Every replica looks now and then; each
 * organization is brought up to date under its lock, so two at once only waste work.
 */
@Injectable()
export class FullMemberPromotion implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly scenes: UserScenes,
    private readonly repository: RealmSettingsRepository,
    private readonly fullMembers: FullMembers,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    // Replicas that started together do not all work at the same moment.
    this.timer = setInterval(() => this.runSoon(), HOUR_MS * (0.9 + Math.random() * 0.2));
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** One round: a transaction per organization that has somebody to promote. */
  async run(): Promise<void> {
    for (const realm of await this.repository.realmsWithPromotions(this.database)) {
      if (this.isStopping) return;
      const { realmId } = realm;
      await this.database.write(realm, { locks: [lockRealm(realmId, 'exclusive')] }, async (tx) => {
        const { users, settings } = await this.scenes.ofRealm(realmId);
        const to = encodeAudience(activeUserIds(users));
        await this.fullMembers.renew({ tx, to }, settings.waitingPeriodDays);
      });
    }
  }

  private runSoon(): void {
    this.running = this.running
      .then(() => this.run())
      .catch((error: unknown) => {
        this.log.warn({ err: error }, 'members could not be promoted');
      });
  }
}
