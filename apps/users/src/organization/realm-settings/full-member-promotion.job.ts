import { Inject, Injectable } from '@nestjs/common';
import { encodeAudience } from '@stoa/contracts/changes';
import { Database, lockRealm } from '@stoa/database';
import { PeriodicJob } from '@stoa/lifecycle';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { ChangeFactsReader } from '@stoa/directory';
import { activeUserIds } from '../../shared/user-changes/user-rules';
import { FullMembers } from './full-members';
import { RealmSettingsRepository } from './realm-settings.repository';

const HOUR_MS = 3_600_000;

/**
 * Makes members full members once their waiting period is over (users.md 15). Every replica looks periodically; each
 * organization is brought up to date under its lock, so two at once only waste work.
 */
@Injectable()
export class FullMemberPromotionJob extends PeriodicJob {
  constructor(
    private readonly database: Database,
    private readonly facts: ChangeFactsReader,
    private readonly repository: RealmSettingsRepository,
    private readonly fullMembers: FullMembers,
    @Inject(LOGGER) log: Logger,
  ) {
    super({ failure: 'members could not be promoted', everyMs: HOUR_MS }, log);
  }

  /** A transaction per organization that has somebody to promote. */
  async round(): Promise<void> {
    for (const realm of await this.repository.realmsWithPromotions(this.database)) {
      if (this.stopping.aborted) return;
      const { realmId } = realm;
      await this.database.write(realm, [lockRealm(realmId, 'exclusive')], async (tx) => {
        const { users, settings } = await this.facts.ofRealm(realmId);
        const to = encodeAudience(activeUserIds(users));
        await this.fullMembers.renew({ tx, to }, settings.waitingPeriodDays);
      });
    }
  }
}
