import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { RequestOf } from '@stoa/contracts/rpc';
import { testEncryptedPush, testLegacyPush } from '@stoa/contracts/push';
import { DomainError } from '@stoa/errors';
import { unsupportedCombination } from '@stoa/http-params';
import { LOGGER, type Logger } from '@stoa/observability';
import { type ActorContext, Handles } from '@stoa/rpc';
import { E2eePushRequest, PushRealm } from '../rules/payloads/facts';
import { PUSH_NONCE_BYTES, encryptPush } from '../rules/crypto/encrypt-push';
import { PushKeyring } from '../rules/crypto/push-keyring';
import { e2eePushRequest } from '../rules/payloads/relay-request';
import { e2eeTest } from '../rules/payloads/e2ee-plaintext';
import { legacyBasePayload } from '../rules/payloads/legacy-payloads';
import { RelayClient } from '../relay/relay-client';
import { LegacyToken, TokenKind } from '../relay/relay-requests';
import { DevicePruning } from './device-pruning';
import { ActiveDevice, ActiveDevicesRepository } from './active-devices.repository';
import { DeviceOwner, OwnersRepository } from './owners.repository';
import { legacyRelayError, notConfigured, operatorIsNeeded, relayError } from './relay-errors';
import { TokensRepository } from './tokens.repository';

/** Notifications that users ask for to see whether they arrive (push.md 6). */
@Injectable()
export class TestNotifications {
  constructor(
    private readonly devices: ActiveDevicesRepository,
    private readonly tokens: TokensRepository,
    private readonly owners: OwnersRepository,
    private readonly relay: RelayClient,
    private readonly keyring: PushKeyring,
    private readonly pruning: DevicePruning,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * To one legacy token, or to all of the caller's.
   * @throws DomainError with the texts of push.md 6.1
   */
  @Handles(testLegacyPush)
  async sendLegacy(ctx: ActorContext, { token }: RequestOf<typeof testLegacyPush>): Promise<void> {
    const { userId } = ctx.actor;
    const all = await this.tokens.ofUser(userId);
    const chosen = token === undefined ? all : all.filter((known) => isToken(known, token));
    if (token !== undefined && chosen.length === 0) {
      throw new DomainError('INVALID_PUSH_DEVICE_TOKEN', 'Device not recognized');
    }
    if (chosen.length === 0) return;
    if (!this.relay.isConfigured) throw notConfigured();
    const owner = await this.owners.owner(userId);
    const base = legacyBasePayload(pushRealm(ctx, owner), userId);
    const answers = await Promise.all(
      chosen.map((known) => this.relay.testLegacy(owner, known, base, { isAwaited: true })),
    );
    for (const answer of answers) if (answer.kind !== 'ok') throw legacyRelayError(answer);
  }

  /**
   * To one active device, or to all of the caller's, end-to-end encrypted.
   * @throws DomainError with the texts of push.md 6.2
   */
  @Handles(testEncryptedPush)
  async sendEncrypted(ctx: ActorContext, request: RequestOf<typeof testEncryptedPush>): Promise<void> {
    const { userId } = ctx.actor;
    const { push_account_id: pushAccountId = null, device_id: clientDeviceId = null } = request;
    if (pushAccountId !== null && clientDeviceId !== null) {
      throw unsupportedCombination(['device_id', 'push_account_id']);
    }
    const devices = await this.devices.find(userId, { pushAccountId, clientDeviceId });
    if (devices.length === 0) throw noActiveDevice();
    if (!this.relay.isConfigured) throw operatorIsNeeded();
    const owner = await this.owners.owner(userId);
    const plaintext = JSON.stringify(e2eeTest(pushRealm(ctx, owner), userId, Math.floor(Date.now() / 1000)));
    const requests = await Promise.all(devices.map((device) => this.encrypted(owner, device, plaintext)));
    const answer = await this.relay.notify(owner.realm, requests, { isAwaited: true });
    if (answer.kind !== 'ok') throw relayError(answer);
    const gone = await this.pruning.devices(owner, devices, answer.value);
    if (gone.length === devices.length) throw noActiveDevice();
  }

  private async encrypted(
    { id: userId, language }: DeviceOwner,
    device: ActiveDevice,
    plaintext: string,
  ): Promise<E2eePushRequest> {
    let pushKey: Buffer;
    try {
      pushKey = this.keyring.open(device.sealedPushKey, device.keyOwner);
    } catch (error) {
      this.log.error({ err: error, userId }, 'a push key cannot be opened; was STOA_PUSH_KEY_SECRET changed?');
      throw operatorIsNeeded();
    }
    const data = await encryptPush(pushKey, plaintext, randomBytes(PUSH_NONCE_BYTES));
    return e2eePushRequest('test', device, data, language);
  }
}

function isToken({ kind, token }: LegacyToken, wanted: string): boolean {
  return token === (kind === TokenKind.Apns ? wanted.toLowerCase() : wanted);
}

function noActiveDevice(): DomainError {
  return new DomainError('NO_ACTIVE_PUSH_DEVICE', 'No active registered push device');
}

function pushRealm({ actor }: ActorContext, owner: DeviceOwner): PushRealm {
  return {
    realmId: actor.realmId,
    url: actor.realmUrl,
    name: owner.realmName,
    host: actor.realmHost,
  };
}
