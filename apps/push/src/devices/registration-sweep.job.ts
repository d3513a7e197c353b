import { Inject, Injectable } from '@nestjs/common';
import { PeriodicJob } from '@stoa/lifecycle';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { ClientRegistrationsRepository } from './client-devices/client-registrations.repository';
import { DevicesRepository } from './devices.repository';
import { RegistrationQueue } from './registration-queue';
import { TokensRepository } from './tokens.repository';

const EVERY_MS = 5_000;
/** The same while nothing waits. */
const QUIET_MS = 20_000;
const BATCH = 500;

/**
 * Adds to the queue what Redis does not have: it lost it, was away, or the process died between row and queue. What it
 * has is not added twice. Each round takes the next rows, and begins anew after the last.
 */
@Injectable()
export class RegistrationSweepJob extends PeriodicJob {
  private lastDeviceId = 0;
  private lastClientDeviceId = 0;
  private lastUserId = 0;

  constructor(
    private readonly devices: DevicesRepository,
    private readonly clientDevices: ClientRegistrationsRepository,
    private readonly tokens: TokensRepository,
    private readonly queue: RegistrationQueue,
    @Inject(LOGGER) log: Logger,
  ) {
    super(
      { failure: 'pending registrations of devices could not be looked for', everyMs: EVERY_MS, quietMs: QUIET_MS },
      log,
    );
  }

  async round(): Promise<void> {
    const registrations = await this.devices.pendingAfter(this.lastDeviceId, BATCH);
    this.lastDeviceId = registrations.length === BATCH ? (registrations.at(-1)?.deviceId ?? 0) : 0;
    await this.queue.addRegistrations(registrations);
    const clients = await this.clientDevices.pendingAfter(this.lastClientDeviceId, BATCH);
    this.lastClientDeviceId = clients.length === BATCH ? (clients.at(-1)?.clientDeviceId ?? 0) : 0;
    await this.queue.addClientRegistrations(clients);
    const unregistrations = await this.tokens.unregistrations(this.lastUserId, BATCH);
    this.lastUserId = unregistrations.length === BATCH ? (unregistrations.at(-1)?.userId ?? 0) : 0;
    await this.queue.addUnregistrations(unregistrations);
    if (registrations.length + clients.length + unregistrations.length === 0) this.foundNothing();
  }
}
