import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';
import { CLIENT_REGISTRATION } from '../active-devices.repository';
import type { PendingRegistration } from '../relay-registrations';
import type { ClientRegistration, RevokedDevices } from './client-devices.repository';

/** A token that the relay has not confirmed. */
export interface PendingToken extends PendingRegistration {
  /** As the relay's legacy calls name the user. */
  userUuid: string;
  tokenId: string;
  bouncerPublicKey: string;
  encryptedPushRegistration: string;
}

interface PendingRow extends Record<string, unknown>, RowOf<'Realm', 'partition'> {
  user_id: number;
  user_uuid: string;
  token_id: string;
  bouncer_public_key: string;
  encrypted_push_registration: string;
  age_seconds: number;
  realm_id: number;
  realm_uuid: string;
}

const IS_PENDING = 'c.pending_push_token_id IS NOT NULL AND c.push_registration_error_code IS NULL';

/** The login that registered the device `c` is over: its key is revoked, and every other key is younger. */
const IS_REVOKED = `EXISTS (SELECT FROM api_key k WHERE k.user_id = c.user_id AND k.revoked_at >= c.created_at)
  AND NOT EXISTS (SELECT FROM api_key k
    WHERE k.user_id = c.user_id AND k.revoked_at IS NULL AND k.created_at <= c.created_at)`;

/** Table client_device: what the relay and the ends of logins do with it. */
@Injectable()
export class ClientRegistrationsRepository {
  constructor(private readonly database: Database) {}

  /** A registration that still waits, of an account and an organization that are active. */
  async findPending({ clientDeviceId, registeredAt }: ClientRegistration): Promise<PendingToken | undefined> {
    const [row] = await this.database.query<PendingRow>(
      'push_pending_token',
      `SELECT c.user_id, a.uuid::text AS user_uuid, COALESCE(c.pending_push_token_id, '') AS token_id,
         COALESCE(c.bouncer_public_key, '') AS bouncer_public_key,
         COALESCE(c.encrypted_push_registration, '') AS encrypted_push_registration,
         extract(epoch FROM now() - c.push_token_updated_at)::float8 AS age_seconds,
         r.id AS realm_id, r.partition, r.uuid::text AS realm_uuid
       FROM client_device c JOIN account a ON a.id = c.user_id JOIN realm r ON r.id = a.realm_id
       WHERE c.id = $1 AND ${CLIENT_REGISTRATION} = $2 AND ${IS_PENDING} AND a.is_active AND r.deactivated_at IS NULL`,
      [clientDeviceId, registeredAt],
    );
    return (
      row && {
        userId: row.user_id,
        userUuid: row.user_uuid,
        tokenId: row.token_id,
        bouncerPublicKey: row.bouncer_public_key,
        encryptedPushRegistration: row.encrypted_push_registration,
        ageSeconds: row.age_seconds,
        realm: { id: row.realm_id, partition: row.partition, uuid: row.realm_uuid },
      }
    );
  }

  /** Registrations that wait for longer than a moment, by row after `afterId`. */
  async pendingAfter(afterId: number, limit: number): Promise<ClientRegistration[]> {
    const rows = await this.database.query<RowOf<'ClientDevice', 'id'> & { registered_at: string }>(
      'push_pending_tokens',
      `SELECT c.id, ${CLIENT_REGISTRATION} AS registered_at
       FROM client_device c JOIN account a ON a.id = c.user_id JOIN realm r ON r.id = a.realm_id
       WHERE ${IS_PENDING} AND c.id > $1 AND c.push_token_updated_at < now() - interval '2 seconds'
         AND a.is_active AND r.deactivated_at IS NULL ORDER BY c.id LIMIT $2`,
      [afterId, limit],
    );
    return rows.map(({ id, registered_at }) => ({ clientDeviceId: id, registeredAt: registered_at }));
  }

  /**
   * The relay has confirmed the pending token, or refused it for good: then it stays pending, with the reason.
   * @returns false if the registration is not pending any more: it ended before, or was replaced
   */
  async settle(
    tx: WriteTransaction,
    { clientDeviceId, registeredAt }: ClientRegistration,
    errorCode: string | null,
  ): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE client_device AS c SET
         push_token_id = CASE WHEN $3::text IS NULL THEN c.pending_push_token_id ELSE c.push_token_id END,
         pending_push_token_id = CASE WHEN $3::text IS NULL THEN NULL ELSE c.pending_push_token_id END,
         push_registration_error_code = $3::text, bouncer_public_key = NULL, encrypted_push_registration = NULL
       WHERE c.id = $1 AND ${CLIENT_REGISTRATION} = $2 AND ${IS_PENDING} RETURNING c.id`,
      [clientDeviceId, registeredAt, errorCode],
    );
    return rows.length > 0;
  }

  /**
   * A token is that of one installation, and of one login on it: what else the user registered for it is over.
   * @returns ids of the other devices that had it
   */
  async dropFromOthers(
    tx: WriteTransaction,
    userId: number,
    { clientDeviceId, tokenId }: { clientDeviceId: number; tokenId: string },
  ): Promise<number[]> {
    const rows = await tx.query<RowOf<'ClientDevice', 'id'>>(
      `UPDATE client_device SET push_token_id = NULL WHERE user_id = $1 AND push_token_id = $2 AND id <> $3
       RETURNING id`,
      [userId, tokenId, clientDeviceId],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Users with devices whose login is over (push.md 3.7).
   * @param realmIds null looks at all organizations
   */
  async usersWithRevoked(realmIds: readonly number[] | null, limit: number): Promise<RevokedDevices[]> {
    const rows = await this.database.query<{ user_id: number; realm_id: number } & RowOf<'Realm', 'partition'>>(
      'push_users_with_revoked_devices',
      `SELECT DISTINCT c.user_id, r.id AS realm_id, r.partition
       FROM client_device c JOIN account a ON a.id = c.user_id JOIN realm r ON r.id = a.realm_id
       WHERE ($1::int[] IS NULL OR r.id = ANY ($1::int[])) AND ${IS_REVOKED} ORDER BY c.user_id LIMIT $2`,
      [realmIds, limit],
    );
    return rows.map(({ user_id, realm_id, partition }) => ({ userId: user_id, realmId: realm_id, partition }));
  }

  /** @returns ids of the removed devices, ascending */
  async removeRevoked(tx: WriteTransaction, userId: number): Promise<number[]> {
    const rows = await tx.query<RowOf<'ClientDevice', 'id'>>(
      `DELETE FROM client_device c WHERE c.user_id = $1 AND ${IS_REVOKED} RETURNING c.id`,
      [userId],
    );
    return rows.map(({ id }) => id).sort((a, b) => a - b);
  }
}
