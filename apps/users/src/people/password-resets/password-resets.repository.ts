import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';
import type { LinkFacts } from '@stoa/policy';
import { IS_IN_LDAP } from '../../shared/directory-accounts/directory-accounts.repository';

/** A link to a new password, and whose it is. */
export interface PasswordReset extends LinkFacts {
  id: number;
  userId: number;
  email: string;
  fullName: string;
  /** Of the account. */
  language: string;
  timezone: string;
}

/** An account with an address, in whichever organization of the installation. */
export interface HeldAddress extends RowOf<
  'Account',
  'id' | 'realmId' | 'isActive' | 'isBot' | 'defaultLanguage' | 'timezone'
> {
  organization: string;
  stringId: string;
  customHost: string | null;
  /** An LDAP directory that its organization uses has its password. */
  isManagedByLdap: boolean;
}

type ResetRow = RowOf<'Account', 'fullName' | 'defaultLanguage' | 'timezone'> & {
  id: number;
  user_id: number;
  email: string;
  is_used: boolean;
  is_revoked: boolean;
  is_expired: boolean;
};

const KIND = 'password_reset';
/** What a link is bound to: with another password or address it leads nowhere (identity.md 7). */
const BOUND_TO = `jsonb_build_object('email', a.delivery_email,
  'password', encode(sha256(convert_to(coalesce(a.password_hash, ''), 'UTF8')), 'hex'))`;

@Injectable()
export class PasswordResetsRepository {
  constructor(private readonly database: Database) {}

  /** Everybody with an address, regardless of case; accounts of organizations that are gone count for nothing. */
  holders(email: string): Promise<HeldAddress[]> {
    return this.database.query<HeldAddress & Record<string, unknown>>(
      'password_reset_holders',
      `SELECT a.id, a.realm_id AS "realmId", a.is_active AS "isActive", a.is_bot AS "isBot",
         a.default_language AS "defaultLanguage", a.timezone, r.name AS organization, r.string_id AS "stringId",
         (SELECT min(h.host) FROM realm_host h WHERE h.realm_id = r.id) AS "customHost",
         COALESCE((r.authentication_methods ->> 'LDAP')::boolean, true) AND ${IS_IN_LDAP} AS "isManagedByLdap"
       FROM account a JOIN realm r ON r.id = a.realm_id
       WHERE lower(a.delivery_email) = lower($1) AND r.deactivated_at IS NULL AND NOT r.is_internal
       ORDER BY r.name, a.id`,
      [email],
    );
  }

  /** Links that were sent before die. @param userId null for nobody's: it takes as long, and leads nowhere */
  async insert(tx: WriteTransaction, userId: number | null, keyHash: Buffer): Promise<void> {
    await tx.query(
      `UPDATE confirmation SET expires_at = now() WHERE user_id = $1 AND kind = '${KIND}' AND used_at IS NULL`,
      [userId],
    );
    await tx.query(
      `INSERT INTO confirmation (kind, realm_id, user_id, key_hash, data, expires_at)
       SELECT '${KIND}', $1::int, $2::int, $3::bytea, CASE WHEN a.id IS NULL THEN '{}'::jsonb ELSE ${BOUND_TO} END,
         now() + interval '1 day'
       FROM (SELECT 1) one LEFT JOIN account a ON a.id = $2 AND a.realm_id = $1`,
      [tx.realmId, userId, keyHash],
    );
  }

  /** Links of active accounts only; a password or address that changed meanwhile has used the link up. */
  async find(realmId: number, keyHash: Buffer): Promise<PasswordReset | undefined> {
    const [row] = await this.database.query<ResetRow>(
      'password_reset_find',
      `SELECT c.id, a.id AS user_id, a.delivery_email AS email, a.full_name AS "fullName",
         a.default_language AS "defaultLanguage", a.timezone,
         c.used_at IS NOT NULL OR c.data <> ${BOUND_TO} AS is_used, false AS is_revoked,
         c.expires_at <= now() AS is_expired
       FROM confirmation c JOIN account a ON a.id = c.user_id AND a.is_active AND NOT a.is_bot
       WHERE c.realm_id = $1 AND c.key_hash = $2 AND c.kind = '${KIND}'`,
      [realmId, keyHash],
    );
    return (
      row && {
        id: row.id,
        userId: row.user_id,
        email: row.email,
        fullName: row.fullName,
        language: row.defaultLanguage,
        timezone: row.timezone,
        isUsed: row.is_used,
        isRevoked: row.is_revoked,
        isExpired: row.is_expired,
      }
    );
  }

  /** Sets the password if the link still leads to it. @returns false if it does not: then nothing has changed */
  async setPassword(
    tx: WriteTransaction,
    { id, userId }: Pick<PasswordReset, 'id' | 'userId'>,
    passwordHash: string,
  ): Promise<boolean> {
    const rows = await tx.query(
      `WITH bound AS (
         SELECT a.id, ${BOUND_TO} AS data FROM account a WHERE a.id = $2 AND a.is_active FOR UPDATE),
       used AS (
         UPDATE confirmation c SET used_at = now() FROM bound
         WHERE c.id = $1 AND c.user_id = bound.id AND c.data = bound.data AND c.used_at IS NULL AND c.expires_at > now()
         RETURNING c.user_id)
       UPDATE account SET password_hash = $3 FROM used WHERE account.id = used.user_id RETURNING account.id`,
      [id, userId, passwordHash],
    );
    return rows.length > 0;
  }
}
