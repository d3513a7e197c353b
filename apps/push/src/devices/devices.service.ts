import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@stoa/contracts/rpc';
import { registerPushDevice } from '@stoa/contracts/push';
import { Database, WriteTransaction, lockUser } from '@stoa/database';
import { badRequest } from '@stoa/errors';
import { type ActorContext, Handles } from '@stoa/rpc';
import { PushKeyring } from '../rules/crypto/push-keyring';
import { parsePushKey } from '../rules/crypto/push-key';
import { RelayClient } from '../relay/relay-client';
import { DevicesRepository, NewDevice } from './devices.repository';
import { RegistrationQueue } from './registration-queue';
import { notConfigured } from './relay-errors';

/** Far above what anybody uses; the relay's reports of dead devices keep the number down. */
const MOST_DEVICES = 100;

/** `POST /mobile_push/register` of generation A (push.md 4). */
@Injectable()
export class DevicesService {
  constructor(
    private readonly database: Database,
    private readonly repository: DevicesRepository,
    private readonly relay: RelayClient,
    private readonly keyring: PushKeyring,
    private readonly queue: RegistrationQueue,
  ) {}

  /**
   * Stores a registration and queues the call of the relay; the outcome arrives as an event. A registration that is
   * pending or active already stays as it is.
   * @throws DomainError with the texts of push.md 4
   */
  @Handles(registerPushDevice)
  async register(ctx: ActorContext, request: RequestOf<typeof registerPushDevice>): Promise<void> {
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
