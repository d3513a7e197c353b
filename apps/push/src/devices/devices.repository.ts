import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';
import type { RelayRealm } from '../relay/relay-requests';

/** What a client registers (push.md 4). The push key is sealed for its row. */
export interface NewDevice {
  userId: number;
  /** int64 in decimal. */
  pushAccountId: string;
  tokenKind: 'apns' | 'fcm';
  sealedPushKey: Buffer;
  bouncerPublicKey: string;
  encryptedPushRegistration: string;
}

/** One registration of a row; registering anew makes another of it. */
export interface Registration {
  deviceId: number;
  /** Microseconds since the epoch, when it was made. */
  registeredAt: string;
}

/** A registration that the relay has not confirmed. */
export interface PendingDevice {
  userId: number;
  pushAccountId: string;
  bouncerPublicKey: string;
  encryptedPushRegistration: string;
  ageSeconds: number;
  realm: RelayRealm;
}

interface PendingRow
  extends
    Record<string, unknown>,
    RowOf<'PushDevice', 'user_id' | 'bouncer_public_key' | 'encrypted_push_registration'>,
    RowOf<'Realm', 'partition'> {
  push_account_id: string;
  age_seconds: number;
  realm_id: number;
  realm_uuid: string;
}

const GENERATION = '(extract(epoch FROM d.registered_at) * 1000000)::int8::text';
const IS_PENDING = 'd.bouncer_device_id IS NULL AND d.error_code IS NULL';

@Injectable()
export class DevicesRepository {
  constructor(private readonly database: Database) {}

  /** Whether the account's device is pending or active. */
  async isRegistered(tx: WriteTransaction, userId: number, pushAccountId: string): Promise<boolean> {
    const rows = await tx.query(
      'SELECT FROM push_device WHERE user_id = $1 AND push_account_id = $2::int8 AND error_code IS NULL',
      [userId, pushAccountId],
    );
    return rows.length > 0;
  }

  /** Devices of the user except one. */
  async countOthers(tx: WriteTransaction, userId: number, pushAccountId: string): Promise<number> {
    const [row] = await tx.query<{ count: number }>(
      'SELECT count(*)::int8 AS count FROM push_device WHERE user_id = $1 AND push_account_id <> $2::int8',
      [userId, pushAccountId],
    );
    return row?.count ?? 0;
  }

  /** Removes the user's devices whose registration failed, except one. */
  async removeFailed(tx: WriteTransaction, userId: number, pushAccountId: string): Promise<number> {
    const rows = await tx.query(
      `DELETE FROM push_device WHERE user_id = $1 AND push_account_id <> $2::int8 AND error_code IS NOT NULL
       RETURNING id`,
      [userId, pushAccountId],
    );
    return rows.length;
  }

  /** Inserts a pending device, or makes a failed one pending anew. */
  async store(tx: WriteTransaction, device: NewDevice): Promise<Registration> {
    const [row] = await tx.query<RowOf<'PushDevice', 'id'> & { generation: string }>(
      `INSERT INTO push_device AS d
         (user_id, push_account_id, token_kind, push_key, bouncer_public_key, encrypted_push_registration)
       VALUES ($1, $2::int8, $3, $4, $5, $6)
       ON CONFLICT (user_id, push_account_id) DO UPDATE SET token_kind = excluded.token_kind,
         push_key = excluded.push_key, bouncer_public_key = excluded.bouncer_public_key,
         encrypted_push_registration = excluded.encrypted_push_registration, bouncer_device_id = NULL,
         error_code = NULL, registered_at = now()
       RETURNING d.id, ${GENERATION} AS generation`,
      [
        device.userId,
        device.pushAccountId,
        device.tokenKind,
        device.sealedPushKey,
        device.bouncerPublicKey,
        device.encryptedPushRegistration,
      ],
    );
    if (!row) throw new Error('a stored device has no row');
    return { deviceId: row.id, registeredAt: row.generation };
  }

  /** A registration that still waits, of an account and an organization that are active. */
  async findPending({ deviceId, registeredAt }: Registration): Promise<PendingDevice | undefined> {
    const [row] = await this.database.query<PendingRow>(
      'push_pending_device',
      `SELECT d.user_id, d.push_account_id::text AS push_account_id, d.bouncer_public_key,
         d.encrypted_push_registration, extract(epoch FROM now() - d.registered_at)::float8 AS age_seconds,
         r.id AS realm_id, r.partition, r.uuid::text AS realm_uuid
       FROM push_device d JOIN account a ON a.id = d.user_id JOIN realm r ON r.id = a.realm_id
       WHERE d.id = $1 AND ${GENERATION} = $2 AND ${IS_PENDING} AND a.is_active AND r.deactivated_at IS NULL`,
      [deviceId, registeredAt],
    );
    return (
      row && {
        userId: row.user_id,
        pushAccountId: row.push_account_id,
        bouncerPublicKey: row.bouncer_public_key,
        encryptedPushRegistration: row.encrypted_push_registration,
        ageSeconds: row.age_seconds,
        realm: { id: row.realm_id, partition: row.partition, uuid: row.realm_uuid },
      }
    );
  }

  /** Registrations that wait for longer than a moment, by row after `afterId`. */
  async pendingAfter(afterId: number, limit: number): Promise<Registration[]> {
    const rows = await this.database.query<RowOf<'PushDevice', 'id'> & { generation: string }>(
      'push_pending_devices',
      `SELECT d.id, ${GENERATION} AS generation
       FROM push_device d JOIN account a ON a.id = d.user_id JOIN realm r ON r.id = a.realm_id
       WHERE ${IS_PENDING} AND d.id > $1 AND d.registered_at < now() - interval '2 seconds'
         AND a.is_active AND r.deactivated_at IS NULL ORDER BY d.id LIMIT $2`,
      [afterId, limit],
    );
    return rows.map(({ id, generation }) => ({ deviceId: id, registeredAt: generation }));
  }

  /**
   * Writes how a registration ended.
   * @returns false if it is not pending any more: it ended before, or was replaced
   */
  async settle(
    tx: WriteTransaction,
    { deviceId, registeredAt }: Registration,
    outcome: { relayDeviceId: number | null; errorCode: string | null },
  ): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE push_device AS d SET bouncer_device_id = $3, error_code = $4
       WHERE d.id = $1 AND ${GENERATION} = $2 AND ${IS_PENDING} RETURNING d.id`,
      [deviceId, registeredAt, outcome.relayDeviceId, outcome.errorCode],
    );
    return rows.length > 0;
  }

  /** Removes devices that the relay reported as gone. */
  async remove(tx: WriteTransaction, userId: number, relayDeviceIds: readonly number[]): Promise<void> {
    await tx.query('DELETE FROM push_device WHERE user_id = $1 AND bouncer_device_id = ANY ($2::int8[])', [
      userId,
      relayDeviceIds,
    ]);
  }
}
