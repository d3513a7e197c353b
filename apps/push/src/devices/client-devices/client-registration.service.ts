import { Inject, Injectable } from '@nestjs/common';
import { Database, lockUser } from '@stoa/database';
import { LOGGER, type Logger } from '@stoa/observability';
import { OwnersRepository } from '../owners.repository';
import { RelayRegistrations } from '../relay-registrations';
import { RelayClient } from '../../relay/relay-client';
import { deviceRemoved, deviceUpdated } from './client-device-change';
import type { ClientRegistration } from './client-devices.repository';
import { ClientRegistrationsRepository, PendingToken } from './client-registrations.repository';

/** Users whose devices one round removes. */
const BATCH = 500;

/** Reports tokens of clients' devices to the relay, and ends devices whose login is over (push.md 3.6, 3.7). */
@Injectable()
export class ClientRegistrationService {
  constructor(
    private readonly database: Database,
    private readonly repository: ClientRegistrationsRepository,
    private readonly owners: OwnersRepository,
    private readonly relay: RelayClient,
    private readonly registrations: RelayRegistrations,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * One attempt. An answer for a token that is not pending any more changes nothing.
   * @returns whether it was the last: the relay has confirmed or refused, or the registration was replaced
   */
  async attempt(registration: ClientRegistration): Promise<boolean> {
    if (!this.relay.isConfigured) return false;
    const pending = await this.repository.findPending(registration);
    if (!pending) return true;
    const outcome = await this.registrations.attempt(pending, () =>
      this.relay.registerDeviceToken(pending.realm, pending),
    );
    if (!outcome) return false;
    const { errorCode } = outcome;
    if (errorCode === null && !(await this.forgetLegacy(pending))) return false;
    await this.settle(registration, pending, errorCode);
    return true;
  }

  /**
   * The phone must not get everything twice: its legacy token goes, here with the confirmation, at the relay before it.
   * @returns false if the relay could not be asked: the whole attempt is repeated
   */
  private async forgetLegacy({ userId, tokenId }: PendingToken): Promise<boolean> {
    const tokens = await this.repository.legacyTokens(userId, tokenId);
    if (tokens.length === 0) return true;
    const owner = await this.owners.owner(userId);
    for (const token of tokens) {
      const answer = await this.relay.unregisterToken(owner, token);
      if (answer.kind === 'retry') return false;
      if (answer.kind !== 'ok') this.log.info({ userId, answer }, 'the push relay did not forget a legacy token');
    }
    return true;
  }

  private async settle(
    registration: ClientRegistration,
    { userId, tokenId, realm }: PendingToken,
    errorCode: string | null,
  ): Promise<void> {
    const { clientDeviceId } = registration;
    await this.database.write({ realmId: realm.id, partition: realm.partition }, [lockUser(userId)], async (tx) => {
      if (!(await this.repository.settle(tx, registration, errorCode))) return;
      if (errorCode !== null) {
        tx.emit(deviceUpdated(userId, clientDeviceId, { push_registration_error_code: errorCode }));
        return;
      }
      await this.repository.removeLegacyTokens(tx, userId, tokenId);
      tx.emit(deviceUpdated(userId, clientDeviceId, { push_token_id: tokenId, pending_push_token_id: null }));
      for (const deviceId of await this.repository.dropFromOthers(tx, userId, { clientDeviceId, tokenId })) {
        tx.emit(deviceUpdated(userId, deviceId, { push_token_id: null }));
      }
    });
  }

  /**
   * Removes the devices of logins whose keys were revoked, and tells their users.
   * @param realmIds null looks at all organizations
   */
  async removeOfRevoked(realmIds: readonly number[] | null): Promise<void> {
    for (const { userId, realmId, partition } of await this.repository.usersWithRevoked(realmIds, BATCH)) {
      await this.database.write({ realmId, partition }, [lockUser(userId)], async (tx) => {
        for (const id of await this.repository.removeRevoked(tx, userId)) tx.emit(deviceRemoved(userId, id));
      });
    }
  }
}
