import { Inject, Injectable } from '@nestjs/common';
import { HintSubscription, KEYS_REVOKED_SUBJECT, NatsHintTransport } from '@stoa/changes';
import { PeriodicJob } from '@stoa/lifecycle';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { ClientRegistrationService } from './client-devices/client-registration.service';
import { RegistrationQueue } from './registration-queue';
import { TokenRemovalService } from './token-removal.service';

const EVERY_MS = 60_000;

/**
 * Looks for tokens and devices of revoked logins: as soon as a hint reports a revocation, and periodically, as hints may be lost.
 */
@Injectable()
export class TokenRemovalJob extends PeriodicJob {
  private subscription: HintSubscription | undefined;
  /** Organizations where keys were revoked. */
  private readonly realmIds = new Set<number>();

  constructor(
    private readonly removals: TokenRemovalService,
    private readonly clientDevices: ClientRegistrationService,
    private readonly queue: RegistrationQueue,
    private readonly hints: NatsHintTransport,
    @Inject(LOGGER) log: Logger,
  ) {
    super({ failure: 'tokens of revoked logins could not be removed', everyMs: EVERY_MS }, log);
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    this.subscription = this.hints.subscribe(KEYS_REVOKED_SUBJECT, (data) => {
      const realmId: unknown = JSON.parse(Buffer.from(data).toString('utf8'));
      if (typeof realmId !== 'number') return;
      this.realmIds.add(realmId);
      this.wake();
    });
  }

  override beforeApplicationShutdown(): Promise<void> {
    this.subscription?.unsubscribe();
    return super.beforeApplicationShutdown();
  }

  async round(): Promise<void> {
    const realmIds = this.realmIds.size > 0 ? [...this.realmIds] : null;
    this.realmIds.clear();
    await this.clientDevices.removeOfRevoked(realmIds);
    await this.queue.addUnregistrations(await this.removals.removeOfRevoked(realmIds));
  }
}
