import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { redisAddress } from '@stoa/config';
import { WorkQueue, backoff } from '@stoa/redis';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { PushEnvironment } from '../push.environment';
import type { Registration } from './devices.repository';
import { RegistrationService } from './registration.service';
import { TokenRemovalService } from './token-removal.service';
import type { Unregistration } from './tokens.repository';

const CONCURRENCY = 8;
/** So that a relay that works again is asked soon, however long it was away. */
const LONGEST_PAUSE_MS = 15_000;

type Work = { registration: Registration } | { unregistration: Unregistration };

/** The calls about devices that wait for the relay. */
@Injectable()
export class RegistrationQueue implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly queue: WorkQueue<Work>;

  constructor(
    environment: PushEnvironment,
    registrations: RegistrationService,
    removals: TokenRemovalService,
    @Inject(LOGGER) log: Logger,
  ) {
    this.queue = new WorkQueue<Work>({
      name: 'push-devices',
      redis: redisAddress(environment),
      concurrency: CONCURRENCY,
      log,
      work: (item) =>
        'registration' in item ? registrations.attempt(item.registration) : removals.attempt(item.unregistration),
      pauseMs: (attempt) => backoff(attempt, LONGEST_PAUSE_MS),
    });
  }

  onApplicationBootstrap(): void {
    this.queue.start();
  }

  /** Before the database is closed. */
  beforeApplicationShutdown(): Promise<void> {
    return this.queue.close();
  }

  async addRegistrations(registrations: readonly Registration[]): Promise<void> {
    await this.queue.add(
      registrations.map((registration) => ({
        id: `register-${registration.deviceId}-${registration.registeredAt}`,
        data: { registration },
      })),
    );
  }

  async addUnregistrations(unregistrations: readonly Unregistration[]): Promise<void> {
    await this.queue.add(
      unregistrations.map((unregistration) => ({
        id: `unregister-${unregistration.userId}-${unregistration.queuedAt}`,
        data: { unregistration },
      })),
    );
  }
}
