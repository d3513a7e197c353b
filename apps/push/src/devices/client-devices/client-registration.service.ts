import { Inject, Injectable } from '@nestjs/common';
import { Database, lockUser } from '@stoa/database';
import { LOGGER, type Logger } from '@stoa/observability';
import { RelayRegistrations } from '../relay-registrations';
import { RelayClient } from '../../relay/relay-client';
import { LegacyToken, TokenKind } from '../../relay/relay-requests';
import { isTokenNamed } from '../../rules/registration/token-id';
import { TokensRepository } from '../tokens.repository';
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
    private readonly tokens: TokensRepository,
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
    const legacy = errorCode === null ? await this.forgetLegacy(pending) : [];
    if (!legacy) return false;
    await this.settle(registration, pending, errorCode, legacy);
    return true;
  }

  /**
   * The phone must not get everything twice: its legacy token goes, here with the confirmation, at the relay before it.
   * @returns the tokens; undefined if the relay could not be asked: the whole attempt is repeated
   */
  private async forgetLegacy({ userId, userUuid, realm, tokenId }: PendingToken): Promise<LegacyToken[] | undefined> {
    const all = await this.tokens.ofUser(userId);
    const named = all.filter(({ kind, token }) => isTokenNamed(token, tokenId, kind === TokenKind.Apns));
    for (const token of named) {
      const answer = await this.relay.unregisterToken({ id: userId, uuid: userUuid, realm }, token);
      if (answer.kind === 'retry') return undefined;
      if (answer.kind !== 'ok') this.log.info({ userId, answer }, 'the push relay did not forget a legacy token');
    }
    return named;
  }

  private async settle(
    registration: ClientRegistration,
    { userId, tokenId, realm }: PendingToken,
    errorCode: string | null,
    legacy: readonly LegacyToken[],
  ): Promise<void> {
    const { clientDeviceId } = registration;
    await this.database.write({ realmId: realm.id, partition: realm.partition }, [lockUser(userId)], async (tx) => {
      if (!(await this.repository.settle(tx, registration, errorCode))) return;
      if (errorCode !== null) {
        tx.emit(deviceUpdated(userId, clientDeviceId, { push_registration_error_code: errorCode }));
        return;
      }
      for (const { kind, token } of legacy) await this.tokens.remove(tx, userId, kind, [token]);
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
