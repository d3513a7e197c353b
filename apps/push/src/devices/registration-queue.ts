import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { redisAddress } from '@stoa/config';
import { WorkQueue, backoff } from '@stoa/redis';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { PushEnvironment } from '../push.environment';
import { ClientRegistrationService } from './client-devices/client-registration.service';
import type { ClientRegistration } from './client-devices/client-devices.repository';
import type { Registration } from './devices.repository';
import { RegistrationService } from './registration.service';
import { TokenRemovalService } from './token-removal.service';
import type { Unregistration } from './tokens.repository';

const CONCURRENCY = 8;
/** So that a relay that works again is asked soon, however long it was away. */
const LONGEST_PAUSE_MS = 15_000;

type Work =
  { registration: Registration } | { clientRegistration: ClientRegistration } | { unregistration: Unregistration };

/** The calls about devices that wait for the relay. */
@Injectable()
export class RegistrationQueue implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly queue: WorkQueue<Work>;

  constructor(
    environment: PushEnvironment,
    private readonly registrations: RegistrationService,
    private readonly clientRegistrations: ClientRegistrationService,
    private readonly removals: TokenRemovalService,
    @Inject(LOGGER) log: Logger,
  ) {
    this.queue = new WorkQueue<Work>({
      name: 'push-devices',
      redis: redisAddress(environment),
      concurrency: CONCURRENCY,
      log,
      work: (item) => this.attempt(item),
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

  async addClientRegistrations(registrations: readonly ClientRegistration[]): Promise<void> {
    await this.queue.add(
      registrations.map((clientRegistration) => ({
        id: `client-${clientRegistration.clientDeviceId}-${clientRegistration.registeredAt}`,
        data: { clientRegistration },
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

  private attempt(item: Work): Promise<boolean> {
    if ('registration' in item) return this.registrations.attempt(item.registration);
    if ('clientRegistration' in item) return this.clientRegistrations.attempt(item.clientRegistration);
    return this.removals.attempt(item.unregistration);
  }
}
