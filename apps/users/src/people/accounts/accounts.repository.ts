import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';
import { limitsGuests } from '@stoa/policy';
import { UserRow } from '@stoa/wire-objects';
import { USER_COLUMNS } from '../../shared/user-set/user-sets.repository';

/** Settings of an organization that decide who may get an account. */
export interface SignUpRules {
  emailsRestrictedToDomains: boolean;
  disallowDisposableAddresses: boolean;
  requiresUniqueNames: boolean;
  allowedDomains: { domain: string; allowSubdomains: boolean }[];
}

/** What of a new account its organization's defaults decided. */
export type CreatedUserFields = Pick<
  UserRow,
  'emailVisibility' | 'presenceEnabled' | 'timezone' | 'avatarSource' | 'avatarVersion' | 'avatarKey'
>;

/** Custom profile values by field id. */
export type ProfileValues = Record<string, { value: string; rendered_value?: string }>;
export type OwnRow = UserRow & { profileValues: ProfileValues };

interface RulesRow extends RowOf<
  'Realm',
  'emails_restricted_to_domains' | 'disallow_disposable_email_addresses' | 'require_unique_names'
> {
  domains: { domain: string; allow_subdomains: boolean }[];
}

@Injectable()
export class AccountsRepository {
  constructor(private readonly database: Database) {}

  async signUpRules(realmId: number): Promise<SignUpRules> {
    const [row] = await this.database.query<RulesRow>(
      'users_sign_up_rules',
      `SELECT emails_restricted_to_domains, disallow_disposable_email_addresses, require_unique_names,
         COALESCE((SELECT jsonb_agg(jsonb_build_object('domain', d.domain, 'allow_subdomains', d.allow_subdomains))
                   FROM realm_domain d WHERE d.realm_id = r.id), '[]') AS domains
       FROM realm r WHERE r.id = $1`,
      [realmId],
    );
    if (!row) throw new Error(`there is no organization ${realmId}`);
    return {
      emailsRestrictedToDomains: row.emails_restricted_to_domains,
      disallowDisposableAddresses: row.disallow_disposable_email_addresses,
      requiresUniqueNames: row.require_unique_names,
      allowedDomains: row.domains.map((domain) => ({
        domain: domain.domain,
        allowSubdomains: domain.allow_subdomains,
      })),
    };
  }

  /** Who has an address: an account of the organization, active or not, or a system bot. */
  async addressHolder(realmId: number, email: string): Promise<'account' | 'system-bot' | null> {
    const rows = await this.database.query<RowOf<'Account', 'is_system_bot'>>(
      'users_address_holder',
      `SELECT is_system_bot FROM account
       WHERE lower(delivery_email) = lower($2) AND (realm_id = $1 OR is_system_bot) ORDER BY is_system_bot DESC`,
      [realmId, email],
    );
    if (rows[0] === undefined) return null;
    return rows[0].is_system_bot ? 'system-bot' : 'account';
  }

  async own(userId: number): Promise<OwnRow> {
    const [row] = await this.database.query<OwnRow>(
      'users_own_account',
      `SELECT ${USER_COLUMNS}, NULL AS "profileData",
         COALESCE((SELECT jsonb_object_agg(v.field_id, jsonb_strip_nulls(jsonb_build_object(
                    'value', v.value, 'rendered_value', v.rendered_value)))
                   FROM profile_value v WHERE v.user_id = a.id), '{}') AS "profileValues"
       FROM account a WHERE a.id = $1`,
      [userId],
    );
    if (!row) throw new Error(`there is no account ${userId}`);
    return row;
  }

  async createdFields(tx: WriteTransaction, userId: number): Promise<CreatedUserFields> {
    const [row] = await tx.query<CreatedUserFields>(
      `SELECT email_address_visibility AS "emailVisibility", presence_enabled AS "presenceEnabled", timezone,
         avatar_source AS "avatarSource", avatar_version AS "avatarVersion", avatar_key AS "avatarKey"
       FROM account WHERE id = $1`,
      [userId],
    );
    if (!row) throw new Error(`account ${userId} was not created`);
    return row;
  }

  async awaitFirstSignIn(tx: WriteTransaction, userId: number): Promise<void> {
    await tx.query('UPDATE account SET awaits_first_sign_in = true WHERE id = $1', [userId]);
  }

  /** Whether a new account lets its private data be exported: its organization's default. */
  async exportConsent(tx: WriteTransaction, userId: number): Promise<boolean> {
    const [row] = await tx.query<RowOf<'Account', 'allow_private_data_export'>>(
      'SELECT allow_private_data_export FROM account WHERE id = $1',
      [userId],
    );
    return row?.allow_private_data_export ?? false;
  }

  /** Open invitations to an address are used up once somebody has it. @returns who sent them */
  async useInvitations(tx: WriteTransaction, email: string): Promise<number[]> {
    const rows = await tx.query<RowOf<'Invitation', 'invited_by_user_id'>>(
      `UPDATE invitation SET used_at = now() WHERE realm_id = $1 AND lower(email) = lower($2)
         AND used_at IS NULL AND revoked_at IS NULL RETURNING invited_by_user_id`,
      [tx.realmId, email],
    );
    return rows.map((row) => row.invited_by_user_id);
  }

  /** Whether guests see only whom they share something with; read under the realm's lock. */
  async isAccessLimited(tx: WriteTransaction): Promise<boolean> {
    const rows = await tx.query<RowOf<'UserGroup', 'name'>>(
      'SELECT g.name FROM realm r JOIN user_group g ON g.id = r.can_access_all_users_group WHERE r.id = $1',
      [tx.realmId],
    );
    return limitsGuests(rows[0]?.name);
  }

  /** Privacy of channels and which of the given guests are subscribed to them; read under the channels' locks. */
  async subscribedGuests(
    tx: WriteTransaction,
    channelIds: readonly number[],
    guestIds: readonly number[],
  ): Promise<{ id: number; isWebPublic: boolean; guestIds: number[] }[]> {
    const rows = await tx.query<RowOf<'Channel', 'id' | 'is_web_public'> & { guests: number[] }>(
      `SELECT c.id, c.is_web_public, ARRAY(SELECT s.user_id FROM subscription s
         WHERE s.channel_id = c.id AND s.active AND s.user_id = ANY($2::int[]) ORDER BY s.user_id) AS guests
       FROM channel c WHERE c.id = ANY($1::int[]) ORDER BY c.id`,
      [channelIds, guestIds],
    );
    return rows.map((row) => ({ id: row.id, isWebPublic: row.is_web_public, guestIds: row.guests }));
  }

  /** Conversations of those channels whose history subscribers share; read under the channels' locks. */
  async sharedHistory(tx: WriteTransaction, channelIds: readonly number[]): Promise<number[]> {
    const rows = await tx.query<RowOf<'Channel', 'recipient_id'>>(
      'SELECT recipient_id FROM channel WHERE id = ANY($1::int[]) AND history_public_to_subscribers ORDER BY id',
      [channelIds],
    );
    return rows.map((row) => row.recipient_id);
  }

  /** For the development login only. */
  async activeHumansOfAllRealms(): Promise<
    { delivery_email: string; role: number; string_id: string; host: string | null }[]
  > {
    return this.database.query<
      RowOf<'Account', 'delivery_email' | 'role'> & RowOf<'Realm', 'string_id'> & { host: string | null }
    >(
      'users_dev_list',
      `SELECT a.delivery_email, a.role, r.string_id, (SELECT min(h.host) FROM realm_host h WHERE h.realm_id = r.id) AS host
       FROM account a JOIN realm r ON r.id = a.realm_id
       WHERE a.is_active AND NOT a.is_bot AND NOT r.is_internal AND r.deactivated_at IS NULL
       ORDER BY a.id`,
    );
  }
}
