import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@stoa/contracts/rpc';
import { registerPushDevice } from '@stoa/contracts/push';
import { Database, WriteTransaction, lockUser } from '@stoa/database';
import { badRequest } from '@stoa/errors';
import { missingParameter, unsupportedCombination } from '@stoa/http-params';
import { type ActorContext, Handles } from '@stoa/rpc';
import { PushKeyring } from '../rules/crypto/push-keyring';
import { parsePushKey } from '../rules/crypto/push-key';
import { RelayClient } from '../relay/relay-client';
import { ClientDevicesService } from './client-devices/client-devices.service';
import { DevicesRepository, NewDevice } from './devices.repository';
import { RegistrationQueue } from './registration-queue';
import { notConfigured } from './relay-errors';

/** Far above what anybody uses; the relay's reports of dead devices keep the number down. */
const MOST_DEVICES = 100;

/** What the form with `push_account_id` needs, all of it (push.md 4). */
type AccountRequest = Required<
  Pick<
    RequestOf<typeof registerPushDevice>,
    'push_account_id' | 'token_kind' | 'push_key' | 'bouncer_public_key' | 'encrypted_push_registration'
  >
>;

/** `POST /mobile_push/register` in both its forms; here the one of push.md 4. */
@Injectable()
export class DevicesService {
  constructor(
    private readonly database: Database,
    private readonly repository: DevicesRepository,
    private readonly relay: RelayClient,
    private readonly keyring: PushKeyring,
    private readonly queue: RegistrationQueue,
    private readonly clientDevices: ClientDevicesService,
  ) {}

  /** @throws DomainError with the texts of push.md 3.2 and 4 */
  @Handles(registerPushDevice)
  register(ctx: ActorContext, request: RequestOf<typeof registerPushDevice>): Promise<void> {
    const { device_id: clientDeviceId, push_account_id: pushAccountId, push_key_id, token_id } = request;
    if (clientDeviceId === undefined) {
      const isByDevice = pushAccountId === undefined && (push_key_id !== undefined || token_id !== undefined);
      if (isByDevice) throw missingParameter('device_id');
      return this.registerAccount(ctx, accountRequest(request));
    }
    if (pushAccountId !== undefined) throw unsupportedCombination(['device_id', 'push_account_id']);
    if (!this.relay.isConfigured) throw notConfigured();
    return this.clientDevices.register(ctx, clientDeviceId, request);
  }

  /**
   * Stores a registration and queues the call of the relay; the outcome arrives as an event. A registration that is
   * pending or active already stays as it is.
   */
  private async registerAccount(ctx: ActorContext, request: AccountRequest): Promise<void> {
    if (!this.relay.isConfigured) throw notConfigured();
    const pushKey = parsePushKey(request.push_key);
    if (!pushKey) throw badRequest('Invalid `push_key`');
    const { userId } = ctx.actor;
    const { push_account_id: pushAccountId } = request;
    const device: NewDevice = {
      userId,
      pushAccountId,
      tokenKind: request.token_kind,
      sealedPushKey: this.keyring.seal(pushKey, { userId, pushAccountId: BigInt(pushAccountId) }),
      bouncerPublicKey: request.bouncer_public_key,
      encryptedPushRegistration: request.encrypted_push_registration,
    };
    const registration = await this.database.write(ctx, [lockUser(userId)], async (tx) => {
      if (await this.repository.isRegistered(tx, userId, pushAccountId)) return undefined;
      await this.makeRoom(tx, device);
      return this.repository.store(tx, device);
    });
    if (registration) await this.queue.addRegistrations([registration]);
  }

  /** Failed registrations give way; nothing else does. */
  private async makeRoom(tx: WriteTransaction, { userId, pushAccountId }: NewDevice): Promise<void> {
    const others = await this.repository.countOthers(tx, userId, pushAccountId);
    if (others < MOST_DEVICES) return;
    if (others - (await this.repository.removeFailed(tx, userId, pushAccountId)) < MOST_DEVICES) return;
    throw badRequest(`You cannot have more than ${MOST_DEVICES} push devices.`);
  }
}

/** @throws DomainError for the first parameter that is missing */
function accountRequest(request: RequestOf<typeof registerPushDevice>): AccountRequest {
  const { token_kind, push_account_id, push_key, bouncer_public_key, encrypted_push_registration } = request;
  if (token_kind === undefined) throw missingParameter('token_kind');
  if (push_account_id === undefined) throw missingParameter('push_account_id');
  if (push_key === undefined) throw missingParameter('push_key');
  if (bouncer_public_key === undefined) throw missingParameter('bouncer_public_key');
  if (encrypted_push_registration === undefined) throw missingParameter('encrypted_push_registration');
  return { push_account_id, token_kind, push_key, bouncer_public_key, encrypted_push_registration };
}
