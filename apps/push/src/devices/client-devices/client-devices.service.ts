import { Inject, Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { registerClientDevice, removeClientDevice } from '@stoa/contracts/push';
import { Database, WriteTransaction, lockUser } from '@stoa/database';
import { badRequest } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { type ActorContext, Handles } from '@stoa/rpc';
import { RegistrationQueue } from '../registration-queue';
import { PushKeyring } from '../../rules/crypto/push-keyring';
import {
  DeviceChanges,
  DeviceRequest,
  StoredDevice,
  planRegistration,
} from '../../rules/registration/device-registration';
import { DeviceUpdate, deviceAdded, deviceRemoved, deviceUpdated } from './client-device-change';
import { ClientDeviceRow, ClientDevicesRepository, ClientRegistration } from './client-devices.repository';

/** Far above what anybody uses: clients that are uninstalled leave theirs behind. */
const MOST_DEVICES = 100;

/** The devices on which an account is signed in, and what they register for notifications (push.md 3.2). */
@Injectable()
export class ClientDevicesService {
  constructor(
    private readonly database: Database,
    private readonly repository: ClientDevicesRepository,
    private readonly keyring: PushKeyring,
    private readonly queue: RegistrationQueue,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * Makes another device, which has nothing yet. Of too many the oldest silent one goes.
   * @throws DomainError if there are too many and notifications go to all
   */
  @Handles(registerClientDevice)
  async add(ctx: ActorContext): Promise<RpcResponse<typeof registerClientDevice>> {
    const { userId } = ctx.actor;
    return this.database.write(ctx, [lockUser(userId)], async (tx) => {
      await this.makeRoom(tx, userId);
      const deviceId = await this.repository.add(tx, userId);
      tx.emit(deviceAdded(userId, deviceId));
      return { device_id: deviceId };
    });
  }

  /** @throws DomainError for a device that is not the caller's */
  @Handles(removeClientDevice)
  async remove(ctx: ActorContext, { device_id: deviceId }: RequestOf<typeof removeClientDevice>): Promise<void> {
    const { userId } = ctx.actor;
    await this.database.write(ctx, [lockUser(userId)], async (tx) => {
      if (!(await this.repository.remove(tx, userId, deviceId))) throw unknownDevice();
      tx.emit(deviceRemoved(userId, deviceId));
    });
  }

  /**
   * `POST /mobile_push/register` of a device: stores a key, a token, or both, and queues the call of the relay for a
   * token. The outcome arrives as an event.
   * @throws DomainError with the texts of push.md 3.2
   */
  async register(ctx: ActorContext, deviceId: number, request: DeviceRequest): Promise<void> {
    const { userId } = ctx.actor;
    const registration = await this.database.write(ctx, [lockUser(userId)], async (tx) => {
      const row = await this.repository.find(tx, userId, deviceId);
      if (!row) throw unknownDevice();
      const changes = planRegistration(this.stored(userId, deviceId, row), request, Date.now());
      return this.store(tx, userId, deviceId, changes);
    });
    if (registration) await this.queue.addClientRegistrations([registration]);
  }

  private async store(
    tx: WriteTransaction,
    userId: number,
    deviceId: number,
    { key, token }: DeviceChanges,
  ): Promise<ClientRegistration | undefined> {
    const update: DeviceUpdate = {};
    if (key) {
      const sealed = this.keyring.seal(key.bytes, { userId, clientDeviceId: deviceId });
      await this.repository.storeKey(tx, deviceId, { id: key.id, sealed });
      update.push_key_id = key.id;
    }
    const stored = token && (await this.repository.storeToken(tx, deviceId, token));
    if (stored) {
      update.pending_push_token_id = token.id;
      update.push_token_last_updated_timestamp = stored.timestamp;
      update.push_registration_error_code = null;
    }
    if (key || token) tx.emit(deviceUpdated(userId, deviceId, update));
    return stored?.registration;
  }

  private stored(userId: number, deviceId: number, { sealedPushKey, ...row }: ClientDeviceRow): StoredDevice {
    if (sealedPushKey === null) return { ...row, hasKey: false, pushKey: null };
    let pushKey: Buffer | null = null;
    try {
      pushKey = this.keyring.open(sealedPushKey, { userId, clientDeviceId: deviceId });
    } catch (error) {
      this.log.error({ err: error, userId }, 'a push key cannot be opened; was STOA_PUSH_KEY_SECRET changed?');
    }
    return { ...row, hasKey: true, pushKey };
  }

  private async makeRoom(tx: WriteTransaction, userId: number): Promise<void> {
    if ((await this.repository.count(tx, userId)) < MOST_DEVICES) return;
    const removed = await this.repository.removeSilent(tx, userId);
    if (removed === undefined) throw badRequest(`You cannot have more than ${MOST_DEVICES} client devices.`);
    tx.emit(deviceRemoved(userId, removed));
  }
}

function unknownDevice() {
  return badRequest('Invalid `device_id`');
}
