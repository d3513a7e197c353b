import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';
import { isFreshSignIn } from '@stoa/policy';
import type { BegunWith } from '../log-outs/provider-sessions';
import { type LoginAccount, type LoginAccountRow, loginAccountOf } from '../../people/logins/logins.repository';

/** What of an organization decides about sign-ins with providers. */
export interface SignInRealm {
  isDeactivated: boolean;
  /** Methods that the organization has switched on or off, by their names in its settings. */
  switches: Record<string, boolean>;
}

/** An account, and whether some provider has vouched for its owner. */
export interface KnownAccount extends LoginAccount {
  isLinked: boolean;
}

/** An account as sign-ins compare it with what a provider says. */
export interface ClaimedAccount extends RowOf<'Account', 'role'> {
  /** Those that providers have written. */
  fields: string[];
  /** Values of custom profile fields, by their ids. */
  profile: Record<string, string>;
}

/** How a session began. */
export interface FreshSession {
  method: string;
  begunWith: BegunWith;
}

type FreshSessionRow = RowOf<'UserSession', 'method' | 'provider_id'> & {
  /** Seconds since 1970. */
  signed_in_at: number;
  longest_until: number | null;
  age_seconds: number;
  name: string | null;
} & RowOf<'ExternalSession', 'name_format' | 'provider_session'>;

type AccountRow = LoginAccountRow & { is_linked: boolean };

const COLUMNS = `a.id, a.delivery_email, a.is_active, a.is_bot, a.is_imported_stub, a.awaits_first_sign_in, a.password_hash,
  EXISTS (SELECT FROM external_identity x WHERE x.user_id = a.id) AS is_linked`;

/** Accounts, and by what providers know their owners. */
@Injectable()
export class ExternalAccountsRepository {
  constructor(private readonly database: Database) {}

  async realm(realmId: number): Promise<SignInRealm | undefined> {
    const [row] = await this.database.query<{ is_deactivated: boolean; switches: Record<string, boolean> }>(
      'external_sign_in_realm',
      `SELECT deactivated_at IS NOT NULL AS is_deactivated, authentication_methods AS switches
       FROM realm WHERE id = $1 AND NOT is_internal`,
      [realmId],
    );
    return row && { isDeactivated: row.is_deactivated, switches: row.switches };
  }

  /** Whose owner the provider knows by a name of its own. */
  async bySubject(providerId: number, subject: string): Promise<KnownAccount | undefined> {
    const [row] = await this.database.query<AccountRow>(
      'external_account_by_subject',
      `SELECT ${COLUMNS} FROM external_identity i JOIN account a ON a.id = i.user_id
       WHERE i.provider_id = $1 AND i.subject = $2`,
      [providerId, subject],
    );
    return row && accountOf(row);
  }

  /** By real address, regardless of case. */
  async byAddress(realmId: number, email: string): Promise<KnownAccount | undefined> {
    const [row] = await this.database.query<AccountRow>(
      'external_account_by_address',
      `SELECT ${COLUMNS} FROM account a WHERE a.realm_id = $1 AND lower(a.delivery_email) = lower($2)`,
      [realmId, email],
    );
    return row && accountOf(row);
  }

  /** Remembers by what a provider knows the owner of an account, or that it vouched for him again. */
  async link(realmId: number, providerId: number, subject: string, userId: number): Promise<void> {
    await this.database.query(
      'external_identity_link',
      `INSERT INTO external_identity (realm_id, provider_id, subject, user_id) VALUES ($1, $2, $3, $4)
       ON CONFLICT (provider_id, subject) DO UPDATE SET last_used_at = now()`,
      [realmId, providerId, subject, userId],
    );
  }

  /** What of an account providers may say. */
  async claimed(userId: number): Promise<ClaimedAccount | undefined> {
    const [row] = await this.database.query<ClaimedAccount & Record<string, unknown>>(
      'external_claimed_account',
      `SELECT a.role, COALESCE(d.managed_fields, '{}') AS fields,
         (SELECT COALESCE(jsonb_object_agg(v.field_id, v.value), '{}') FROM profile_value v WHERE v.user_id = a.id) AS profile
       FROM account a LEFT JOIN directory_account d ON d.user_id = a.id AND d.source = 'claims' WHERE a.id = $1`,
      [userId],
    );
    return row;
  }

  /** How a session began, if the sign-in with which it did is fresh. */
  async freshSession(sessionId: number, userId: number): Promise<FreshSession | undefined> {
    const [row] = await this.database.query<FreshSessionRow>(
      'external_fresh_session',
      `SELECT s.method, s.provider_id, extract(epoch FROM COALESCE(s.authenticated_at, s.created_at))::float8 AS signed_in_at,
         extract(epoch FROM now() - COALESCE(s.authenticated_at, s.created_at))::int AS age_seconds,
         extract(epoch FROM s.longest_until)::float8 AS longest_until,
         e.name, e.name_format, e.provider_session
       FROM user_session s LEFT JOIN external_session e ON e.session_id = s.id
       WHERE s.id = $1 AND s.user_id = $2 AND s.ended_at IS NULL AND s.expires_at > now()`,
      [sessionId, userId],
    );
    return row && isFreshSignIn(row.age_seconds) ? freshSessionOf(row) : undefined;
  }
}

function accountOf(row: AccountRow): KnownAccount {
  return { ...loginAccountOf(row), isLinked: row.is_linked };
}

function freshSessionOf(row: FreshSessionRow): FreshSession {
  const { method, name, name_format, provider_session } = row;
  const session =
    name === null ? undefined : { name, nameFormat: name_format ?? undefined, id: provider_session ?? undefined };
  const begunWith = {
    ...{ providerId: row.provider_id ?? undefined, session },
    authenticatedAt: row.signed_in_at,
    longestUntil: row.longest_until ?? undefined,
  };
  return { method, begunWith };
}
