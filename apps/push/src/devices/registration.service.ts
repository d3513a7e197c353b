import { Injectable } from '@nestjs/common';
import { Database, lockUser } from '@stoa/database';
import { RelayClient } from '../relay/relay-client';
import { deviceChange } from './device-change';
import { DevicesRepository, Registration } from './devices.repository';
import { RelayRegistrations } from './relay-registrations';

/** Reports registered devices to the relay (push.md 4.1). */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly database: Database,
    private readonly repository: DevicesRepository,
    private readonly relay: RelayClient,
    private readonly registrations: RelayRegistrations,
  ) {}

  /**
   * One attempt.
   * @returns whether it was the last: the device is active or failed, or the registration was replaced
   */
  async attempt(registration: Registration): Promise<boolean> {
    if (!this.relay.isConfigured) return false;
    const pending = await this.repository.findPending(registration);
    if (!pending) return true;
    const { userId, pushAccountId, realm } = pending;
    const outcome = await this.registrations.attempt(pending, () => this.relay.registerDevice(realm, pending));
    if (!outcome) return false;
    const context = { realmId: realm.id, partition: realm.partition };
    const { value: relayDeviceId, errorCode } = outcome;
    await this.database.write(context, [lockUser(userId)], async (tx) => {
      if (!(await this.repository.settle(tx, registration, { relayDeviceId, errorCode }))) return;
      tx.emit(deviceChange(userId, pushAccountId, errorCode));
    });
    return true;
  }
}
