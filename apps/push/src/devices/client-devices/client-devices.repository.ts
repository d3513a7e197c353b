import { Injectable } from '@nestjs/common';
import { RowOf, WriteTransaction } from '@stoa/database';
import { CLIENT_REGISTRATION } from '../active-devices.repository';
import type { NewToken, TokenKindName } from '../../rules/registration/device-registration';

/** A device's registration, its key as it is stored. */
export interface ClientDeviceRow {
  sealedPushKey: Buffer | null;
  pushKeyId: number | null;
  tokenKind: TokenKindName | null;
  tokenId: string | null;
  pendingTokenId: string | null;
  errorCode: string | null;
  /** Milliseconds since the epoch. */
  tokenUpdatedAtMs: number | null;
}

export interface SealedKey {
  id: number;
  sealed: Buffer;
}

/** One registration of a device: registering anew makes another of it. */
export interface ClientRegistration {
  clientDeviceId: number;
  /** Microseconds since the epoch. */
  registeredAt: string;
}

/** A token to which something was sent. */
export interface ConfirmedToken {
  deviceId: number;
  tokenId: string;
  registeredAt: string;
}

/** Devices whose login is over. */
export interface RevokedDevices {
  userId: number;
  realmId: number;
  partition: number;
}

interface DeviceRow extends Record<string, unknown> {
  push_key: Buffer | null;
  push_key_id: number | null;
  token_kind: TokenKindName | null;
  push_token_id: string | null;
  pending_push_token_id: string | null;
  push_registration_error_code: string | null;
  updated_at_ms: number | null;
}

/** Table client_device: what users and their clients do with it. Writers hold the user's lock. */
@Injectable()
export class ClientDevicesRepository {
  async count(tx: WriteTransaction, userId: number): Promise<number> {
    const [row] = await tx.query<{ count: number }>(
      'SELECT count(*)::int8 AS count FROM client_device WHERE user_id = $1',
      [userId],
    );
    return row?.count ?? 0;
  }

  /** @returns the new device's id */
  async add(tx: WriteTransaction, userId: number): Promise<number> {
    const [row] = await tx.query<RowOf<'ClientDevice', 'id'>>(
      'INSERT INTO client_device (user_id) VALUES ($1) RETURNING id',
      [userId],
    );
    if (!row) throw new Error('a new device has no row');
    return row.id;
  }

  /**
   * Removes the oldest of the user's devices to which nothing can be sent; one whose registration is under way only if
   * there is no other.
   * @returns its id; undefined if notifications go to all
   */
  async removeSilent(tx: WriteTransaction, userId: number): Promise<number | undefined> {
    const [row] = await tx.query<RowOf<'ClientDevice', 'id'>>(
      `DELETE FROM client_device WHERE id = (
         SELECT id FROM client_device WHERE user_id = $1 AND push_token_id IS NULL
         ORDER BY pending_push_token_id IS NOT NULL AND push_registration_error_code IS NULL, id LIMIT 1)
       RETURNING id`,
      [userId],
    );
    return row?.id;
  }

  /** @returns whether the user had the device */
  async remove(tx: WriteTransaction, userId: number, deviceId: number): Promise<boolean> {
    const rows = await tx.query('DELETE FROM client_device WHERE user_id = $1 AND id = $2::int8 RETURNING id', [
      userId,
      deviceId,
    ]);
    return rows.length > 0;
  }

  /** The user's device. */
  async find(tx: WriteTransaction, userId: number, deviceId: number): Promise<ClientDeviceRow | undefined> {
    const [row] = await tx.query<DeviceRow>(
      `SELECT push_key, push_key_id, token_kind, push_token_id, pending_push_token_id, push_registration_error_code,
         extract(epoch FROM push_token_updated_at)::float8 * 1000 AS updated_at_ms
       FROM client_device WHERE user_id = $1 AND id = $2::int8`,
      [userId, deviceId],
    );
    return (
      row && {
        sealedPushKey: row.push_key,
        pushKeyId: row.push_key_id,
        tokenKind: row.token_kind,
        tokenId: row.push_token_id,
        pendingTokenId: row.pending_push_token_id,
        errorCode: row.push_registration_error_code,
        tokenUpdatedAtMs: row.updated_at_ms,
      }
    );
  }

  async storeKey(tx: WriteTransaction, deviceId: number, { id, sealed }: SealedKey): Promise<void> {
    await tx.query('UPDATE client_device SET push_key = $2, push_key_id = $3 WHERE id = $1', [deviceId, sealed, id]);
  }

  /** Makes the token pending. @returns the registration, and its time in Unix seconds */
  async storeToken(
    tx: WriteTransaction,
    deviceId: number,
    token: NewToken,
  ): Promise<{ registration: ClientRegistration; timestamp: number }> {
    const [row] = await tx.query<{ registered_at: string; timestamp: number }>(
      `UPDATE client_device AS c SET token_kind = $2, pending_push_token_id = $3, push_token_updated_at = now(),
         push_registration_error_code = NULL, bouncer_public_key = $4, encrypted_push_registration = $5
       WHERE c.id = $1
       RETURNING ${CLIENT_REGISTRATION} AS registered_at,
         floor(extract(epoch FROM c.push_token_updated_at))::int8 AS timestamp`,
      [deviceId, token.kind, token.id, token.bouncerPublicKey, token.encryptedPushRegistration],
    );
    if (!row) throw new Error(`device ${deviceId} has no row any more`);
    return { registration: { clientDeviceId: deviceId, registeredAt: row.registered_at }, timestamp: row.timestamp };
  }

  /**
   * Takes back the tokens, unless they were registered again since.
   * @returns ids of devices that had one
   */
  async dropTokens(tx: WriteTransaction, tokens: readonly ConfirmedToken[]): Promise<number[]> {
    if (tokens.length === 0) return [];
    const rows = await tx.query<RowOf<'ClientDevice', 'id'>>(
      `UPDATE client_device AS c SET push_token_id = NULL
       FROM unnest($1::int[], $2::text[], $3::text[]) AS g (device_id, token_id, registered_at)
       WHERE c.id = g.device_id AND c.push_token_id = g.token_id AND ${CLIENT_REGISTRATION} = g.registered_at
       RETURNING c.id`,
      [
        tokens.map(({ deviceId }) => deviceId),
        tokens.map(({ tokenId }) => tokenId),
        tokens.map(({ registeredAt }) => registeredAt),
      ],
    );
    return rows.map(({ id }) => id);
  }
}
