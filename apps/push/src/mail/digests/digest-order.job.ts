import { Inject, Injectable } from '@nestjs/common';
import { PeriodicJob } from '@stoa/lifecycle';
import { Mailer } from '@stoa/mail';
import { LOGGER, type Logger } from '@stoa/observability';
import { PushEnvironment } from '../../push.environment';
import { digestZones } from '../../rules/mail/digests/digest-zones';
import { DigestOrdersRepository } from './digest-orders.repository';

/** Within the hour it is done several times: who was noticed late, after an outage, gets their digest as well. */
const EVERY_MS = 10 * 60_000;
const USERS_AT_ONCE = 1_000;

/** Orders the digests of those for whom it is morning on their organization's day. In every replica: rows are claimed. */
@Injectable()
export class DigestOrderJob extends PeriodicJob {
  constructor(
    private readonly orders: DigestOrdersRepository,
    private readonly environment: PushEnvironment,
    private readonly mailer: Mailer,
    @Inject(LOGGER) log: Logger,
  ) {
    super({ failure: 'digests could not be ordered', everyMs: EVERY_MS }, log);
  }

  round(): Promise<void> {
    return this.orderAt(Date.now());
  }

  /** @param now milliseconds since 1970 */
  async orderAt(now: number): Promise<void> {
    if (!this.mailer.isConfigured || !this.environment.STOA_DIGEST_MAILS) return;
    const zones = digestZones(await this.orders.zones(), now);
    if (zones.length === 0) return;
    while (!this.stopping.aborted && (await this.orders.order(zones, USERS_AT_ONCE)) === USERS_AT_ONCE);
  }
}
