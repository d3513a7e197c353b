import { Inject, Injectable } from '@nestjs/common';
import { PeriodicJob } from '@stoa/lifecycle';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { RelayClient } from './relay-client';
import { RelayRealmsRepository } from './relay-realms.repository';
import { RealmStatusRepository } from './realm-status.repository';
import { RealmStatusService } from './realm-status.service';

const LOOK_EVERY_MS = 60_000;
const UPLOAD_EVERY_SECONDS = 3_600;
const BATCH = 200;

/**
 * Reports every organization to the relay, hourly and after changes of its settings, and stores what it says about each
 * (push.md 7.5).
 */
@Injectable()
export class RealmUploadJob extends PeriodicJob {
  constructor(
    private readonly relay: RelayClient,
    private readonly realms: RelayRealmsRepository,
    private readonly statuses: RealmStatusService,
    private readonly repository: RealmStatusRepository,
    @Inject(LOGGER) log: Logger,
  ) {
    super({ failure: 'organizations could not be uploaded to the push relay', everyMs: LOOK_EVERY_MS }, log);
  }

  async round(): Promise<void> {
    if (!this.relay.isConfigured) return;
    const outdated = await this.realms.outdated(UPLOAD_EVERY_SECONDS, BATCH);
    if (outdated.length === 0) return;
    const answer = await this.relay.upload(outdated.map(({ uploaded }) => uploaded));
    if (answer.kind !== 'ok') throw new Error(`the push relay answered: ${JSON.stringify(answer)}`);
    for (const { realm } of outdated) {
      const status = answer.value[realm.uuid];
      if (status) await this.statuses.record(realm, status);
    }
    await this.repository.markChecked(outdated.map(({ realm, version }) => ({ realmId: realm.id, version })));
    if (outdated.length === BATCH) this.wake();
  }
}
