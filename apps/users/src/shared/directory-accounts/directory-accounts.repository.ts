import { Injectable } from '@nestjs/common';
import { type RowOf, type WriteTransaction, setKeys } from '@stoa/database';
import type { FieldSource, ManagedField } from '@stoa/policy';
import type { Reader } from '@stoa/read-state-store';

/** What one directory says of an account. */
export interface DirectoryAccountRow extends RowOf<'DirectoryAccount', 'managedFields' | 'isDeactivated'> {
  source: FieldSource;
}

/** What a directory has written of an account. */
export interface DirectoryNote {
  source: FieldSource;
  fields: readonly ManagedField[];
  /** What it says nothing of any more. */
  releasedFields?: readonly ManagedField[];
  /** Undefined: as it was; null: none. */
  externalId?: string | null;
  /** Of the picture that the account has from the directory; undefined: as it was; null: none. */
  avatarHash?: string | null;
  /** Whether the directory wants the account out; undefined: as it was. */
  isDeactivated?: boolean;
}

/** SQL: whether the organization's LDAP directory, which it still has, knows account `a`. Its rows outlast the directory. */
export const IS_IN_LDAP = `EXISTS (SELECT FROM directory_account d JOIN ldap_directory l ON l.realm_id = d.realm_id
  WHERE d.user_id = a.id AND d.source = 'ldap')`;

/** SQL: pairs of a name at the source and a profile field, as the source of a row `s` of `directory_account` is configured. */
const PROFILE_PAIRS = `CASE s.source
    WHEN 'scim' THEN (
      SELECT jsonb_agg(pair) FROM scim_token t, jsonb_array_elements(t.profile_fields) AS pair
      WHERE t.realm_id = s.realm_id AND t.revoked_at IS NULL)
    WHEN 'ldap' THEN (SELECT l.config -> 'profile_fields' FROM ldap_directory l WHERE l.realm_id = s.realm_id)
    ELSE (
      SELECT jsonb_agg(pair) FROM external_identity i JOIN sign_in_provider o ON o.id = i.provider_id,
        jsonb_array_elements(o.settings -> 'profile_fields') AS pair WHERE i.user_id = s.user_id) END`;

/**
 * SQL: the fields that a row `s` of `directory_account` has written and its source still says: who takes a field out of the
 * configuration gives it back to people. Names of profile fields are compared as `comparable` of people/profile-data does.
 */
export const FIELDS_IN_FORCE = `ARRAY(SELECT f FROM unnest(s.managed_fields) AS f WHERE CASE
    WHEN f LIKE 'profile\\_field\\_%' THEN EXISTS (
      SELECT FROM profile_field p JOIN jsonb_array_elements(${PROFILE_PAIRS}) AS pair
        ON lower(replace(btrim(pair ->> 'local'), '_', ' ')) = lower(replace(btrim(p.name), '_', ' '))
      WHERE p.realm_id = s.realm_id AND f = 'profile_field_' || p.id)
    WHEN s.source = 'ldap' THEN EXISTS (
      SELECT FROM ldap_directory l WHERE l.realm_id = s.realm_id AND CASE f
        WHEN 'role' THEN l.config ? 'role_groups'
        WHEN 'avatar' THEN l.config -> 'attributes' ? 'avatar'
        WHEN 'timezone' THEN l.config -> 'attributes' ? 'timezone'
        WHEN 'default_language' THEN l.config -> 'attributes' ? 'language' ELSE true END)
    WHEN s.source = 'claims' THEN EXISTS (
      SELECT FROM external_identity i JOIN sign_in_provider o ON o.id = i.provider_id
      WHERE i.user_id = s.user_id AND o.settings ? 'role_claim')
    ELSE true END)`;

/** Which directories manage an account. */
@Injectable()
export class DirectoryAccountsRepository {
  /**
   * Those that are in force: an organization without a token for SCIM is not provisioned any more, one without an LDAP
   * directory has none, and each says the fields that it is configured to say.
   */
  ofAccount(reader: Reader, userId: number): Promise<DirectoryAccountRow[]> {
    return reader.query<DirectoryAccountRow & Record<string, unknown>>(
      'users_directories_of_account',
      `SELECT s.source, s.is_deactivated AS "isDeactivated", ${FIELDS_IN_FORCE} AS "managedFields"
       FROM directory_account s WHERE s.user_id = $1 AND CASE s.source
         WHEN 'scim' THEN EXISTS (SELECT FROM scim_token t WHERE t.realm_id = s.realm_id AND t.revoked_at IS NULL)
         WHEN 'ldap' THEN EXISTS (SELECT FROM ldap_directory l WHERE l.realm_id = s.realm_id)
         ELSE true END`,
      [userId],
    );
  }

  /** Callers hold the realm's lock. The account's version moves on, as a directory may see it in an ETag. */
  async note(tx: WriteTransaction, userId: number, note: DirectoryNote): Promise<void> {
    const { source, fields, releasedFields = [], externalId, avatarHash, isDeactivated } = note;
    await tx.query(
      `INSERT INTO directory_account AS d (user_id, source, realm_id, external_id, managed_fields, is_deactivated, avatar_hash)
       VALUES ($1, $2, $3, $4, $5, COALESCE($6, false), $8)
       ON CONFLICT (user_id, source) DO UPDATE SET changed_at = now(),
         external_id = CASE WHEN $7 THEN EXCLUDED.external_id ELSE d.external_id END,
         avatar_hash = CASE WHEN $9 THEN EXCLUDED.avatar_hash ELSE d.avatar_hash END,
         managed_fields = ARRAY(SELECT unnest(d.managed_fields || EXCLUDED.managed_fields)
                                EXCEPT SELECT unnest($10::text[]) ORDER BY 1),
         is_deactivated = COALESCE($6, d.is_deactivated)`,
      [
        ...[userId, source, tx.realmId, externalId ?? null, fields, isDeactivated ?? null, externalId !== undefined],
        ...[avatarHash ?? null, avatarHash !== undefined, releasedFields],
      ],
    );
    tx.bump(setKeys.realmUsers(tx.realmId), { table: 'account', ids: [userId] });
  }
}
