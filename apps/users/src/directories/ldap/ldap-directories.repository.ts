import { Injectable } from '@nestjs/common';
import type { LdapConfig } from '@stoa/contracts/users';
import { Database, RowOf, WriteTransaction } from '@stoa/database';
import { FIELDS_IN_FORCE } from '../../shared/directory-accounts/directory-accounts.repository';

/** How an organization's directory is reached, and where its accounts are. */
export interface LdapDirectoryRow extends RowOf<'LdapDirectory', 'sealedBindPassword' | 'problem'> {
  realmId: number;
  partition: number;
  stringId: string;
  customHost: string | null;
  config: LdapConfig;
  /** Seconds since 1970. */
  syncedAt: number | null;
}

/** An account as a synchronisation sees it. */
export interface LdapAccountRow extends RowOf<
  'Account',
  'id' | 'deliveryEmail' | 'fullName' | 'role' | 'isActive' | 'timezone'
> {
  language: string;
  /** Of its entry; null: the directory does not manage it. */
  externalId: string | null;
  isLinked: boolean;
  /** The directory deactivated it. */
  isDeactivated: boolean;
  /** SCIM says whether it is active. */
  isProvisioned: boolean;
  /** Of the picture that it has from the directory; null: none. */
  avatarHash: string | null;
  /** Values of custom profile fields, by their ids. */
  profile: Record<string, string>;
  /** Fields that the directory has written. */
  managedFields: string[];
  /** Fields that SCIM has written, which stands above. */
  scimFields: string[];
}

/** A directory that one process follows. */
export interface ClaimedDirectory {
  realmId: number;
  /** Until when, as the database writes it: of two claims no two are the same. */
  until: string;
}

type Row = LdapDirectoryRow & Record<string, unknown>;

/** How long a directory is one process's, unless that says that it goes on. */
const CLAIM = "interval '10 minutes'";
const DIRECTORY = `l.realm_id AS "realmId", r.partition, r.string_id AS "stringId", l.config,
  l.sealed_bind_password AS "sealedBindPassword", l.problem, floor(extract(epoch FROM l.synced_at))::int8 AS "syncedAt",
  (SELECT min(h.host) FROM realm_host h WHERE h.realm_id = r.id) AS "customHost"`;
const ACCOUNTS = `
  SELECT a.id, a.delivery_email AS "deliveryEmail", a.full_name AS "fullName", a.role, a.is_active AS "isActive",
    d.external_id AS "externalId", d.user_id IS NOT NULL AS "isLinked",
    COALESCE(d.is_deactivated, false) AS "isDeactivated", d.avatar_hash AS "avatarHash",
    s.user_id IS NOT NULL AS "isProvisioned", ${FIELDS_IN_FORCE} AS "scimFields",
    COALESCE(d.managed_fields, '{}') AS "managedFields", a.timezone, a.default_language AS language,
    (SELECT COALESCE(jsonb_object_agg(v.field_id, v.value), '{}') FROM profile_value v WHERE v.user_id = a.id) AS profile
  FROM account a LEFT JOIN directory_account d ON d.user_id = a.id AND d.source = 'ldap'
    LEFT JOIN directory_account s ON s.user_id = a.id AND s.source = 'scim'
      AND EXISTS (SELECT FROM scim_token t WHERE t.realm_id = s.realm_id AND t.revoked_at IS NULL)
  WHERE a.realm_id = $1 AND NOT a.is_bot AND NOT a.is_deleted`;

@Injectable()
export class LdapDirectoriesRepository {
  constructor(private readonly database: Database) {}

  async one(realmId: number): Promise<LdapDirectoryRow | undefined> {
    const [row] = await this.database.query<Row>(
      'ldap_directory',
      `SELECT ${DIRECTORY} FROM ldap_directory l JOIN realm r ON r.id = l.realm_id WHERE l.realm_id = $1`,
      [realmId],
    );
    return row;
  }

  /** @returns whether the organization had none before */
  async set(tx: WriteTransaction, config: LdapConfig, sealedBindPassword: Buffer | null): Promise<boolean> {
    const [row] = await tx.query<{ is_new: boolean }>(
      `INSERT INTO ldap_directory (realm_id, config, sealed_bind_password) VALUES ($1, $2, $3)
       ON CONFLICT (realm_id) DO UPDATE SET config = EXCLUDED.config,
         sealed_bind_password = EXCLUDED.sealed_bind_password, due_at = now(), problem = NULL RETURNING xmax = 0 AS is_new`,
      [tx.realmId, JSON.stringify(config), sealedBindPassword],
    );
    return row?.is_new ?? false;
  }

  async remove(tx: WriteTransaction): Promise<boolean> {
    const rows = await tx.query<RowOf<'LdapDirectory', 'realm_id'>>(
      'DELETE FROM ldap_directory WHERE realm_id = $1 RETURNING realm_id',
      [tx.realmId],
    );
    return rows.length > 0;
  }

  /** The directory whose synchronisation is due for the longest, for one process, for ten minutes. */
  async claimDue(): Promise<ClaimedDirectory | undefined> {
    const [row] = await this.database.query<ClaimedDirectory & Record<string, unknown>>(
      'ldap_claim',
      `UPDATE ldap_directory SET claimed_until = clock_timestamp() + ${CLAIM} WHERE realm_id = (
         SELECT l.realm_id FROM ldap_directory l JOIN realm r ON r.id = l.realm_id
         WHERE l.due_at <= now() AND (l.claimed_until IS NULL OR l.claimed_until < now())
           AND r.deactivated_at IS NULL
         ORDER BY l.due_at FOR UPDATE OF l SKIP LOCKED LIMIT 1)
       RETURNING realm_id AS "realmId", claimed_until::text AS until`,
    );
    return row;
  }

  /** Ten minutes more. @returns the claim as it is then; undefined if it is another's, or nobody's, by now */
  async renewClaim({ realmId, until }: ClaimedDirectory): Promise<ClaimedDirectory | undefined> {
    const [row] = await this.database.query<ClaimedDirectory & Record<string, unknown>>(
      'ldap_claim_renew',
      `UPDATE ldap_directory SET claimed_until = clock_timestamp() + ${CLAIM}
       WHERE realm_id = $1 AND claimed_until = $2::timestamptz
       RETURNING realm_id AS "realmId", claimed_until::text AS until`,
      [realmId, until],
    );
    return row;
  }

  /** It stays due: another process goes on. */
  async releaseClaim({ realmId, until }: ClaimedDirectory): Promise<void> {
    await this.database.query(
      'ldap_claim_release',
      'UPDATE ldap_directory SET claimed_until = NULL WHERE realm_id = $1 AND claimed_until = $2::timestamptz',
      [realmId, until],
    );
  }

  /**
   * @param problem null: it succeeded
   * @param until of the claim that ends with it, unless it is another's by now; null: whoever has one loses it
   */
  async finish(realmId: number, problem: string | null, nextInMinutes: number, until: string | null): Promise<void> {
    await this.database.query(
      'ldap_finish',
      `UPDATE ldap_directory SET claimed_until = NULL, problem = $2, due_at = now() + make_interval(mins => $3::int),
         synced_at = CASE WHEN $2::text IS NULL THEN now() ELSE synced_at END
       WHERE realm_id = $1 AND ($4::text IS NULL OR claimed_until = $4::timestamptz)`,
      [realmId, problem, nextInMinutes, until],
    );
  }

  accounts(realmId: number): Promise<LdapAccountRow[]> {
    return this.database.query<LdapAccountRow & Record<string, unknown>>('ldap_accounts', `${ACCOUNTS} ORDER BY a.id`, [
      realmId,
    ]);
  }

  /** The account of an entry, else the one that has its address and is nobody else's. */
  async accountOf(realmId: number, externalId: string, email: string): Promise<LdapAccountRow | undefined> {
    const [row] = await this.database.query<LdapAccountRow & Record<string, unknown>>(
      'ldap_account_of',
      `${ACCOUNTS} AND (d.external_id = $2 OR (d.user_id IS NULL AND lower(a.delivery_email) = lower($3)))
       ORDER BY d.user_id IS NULL LIMIT 1`,
      [realmId, externalId, email],
    );
    return row;
  }
}
