import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';

/** What decides whether somebody may sign in to an account. */
export interface LoginAccount {
  id: number;
  deliveryEmail: string;
  isActive: boolean;
  isBot: boolean;
  /** Made by an import, and nobody has signed in with it yet. */
  isImportedStub: boolean;
  /** Made by the API, and nobody has signed in with it yet. */
  awaitsFirstSignIn: boolean;
  passwordHash: string | null;
}

export interface LoginRealm {
  name: string;
  language: string;
  partition: number;
  isDeactivated: boolean;
  /** Accounts have passwords of their own here. */
  isPasswordAuthEnabled: boolean;
  /** The organization's LDAP directory has passwords. */
  isDirectoryAuthEnabled: boolean;
}

export type OwnLogin = RowOf<'Account', 'deliveryEmail' | 'passwordHash'> &
  RowOf<'Realm', 'partition'> & {
    realmName: string;
    isPasswordAuthEnabled: boolean;
    signInAgeSeconds: number | null;
    confirmationAgeSeconds: number | null;
  };

/** The columns of {@link LoginAccount}. */
export type LoginAccountRow = RowOf<
  'Account',
  'id' | 'delivery_email' | 'is_active' | 'is_bot' | 'is_imported_stub' | 'awaits_first_sign_in' | 'password_hash'
>;

type LoginRealmRow = RowOf<'Realm', 'partition' | 'name' | 'default_language'> & {
  is_deactivated: boolean;
  password_auth: boolean;
  directory_auth: boolean;
};

@Injectable()
export class LoginsRepository {
  constructor(private readonly database: Database) {}

  async realm(realmId: number): Promise<LoginRealm | undefined> {
    const [row] = await this.database.query<LoginRealmRow>(
      'users_login_realm',
      `SELECT partition, name, default_language, deactivated_at IS NOT NULL AS is_deactivated,
         COALESCE((authentication_methods ->> 'Email')::boolean, true) AS password_auth,
         COALESCE((authentication_methods ->> 'LDAP')::boolean, true)
           AND EXISTS (SELECT FROM ldap_directory d WHERE d.realm_id = realm.id) AS directory_auth
       FROM realm WHERE id = $1 AND NOT is_internal`,
      [realmId],
    );
    return (
      row && {
        partition: row.partition,
        name: row.name,
        language: row.default_language,
        isDeactivated: row.is_deactivated,
        isPasswordAuthEnabled: row.password_auth,
        isDirectoryAuthEnabled: row.directory_auth,
      }
    );
  }

  /** By real address, regardless of case. */
  async account(realmId: number, email: string): Promise<LoginAccount | undefined> {
    const [row] = await this.database.query<LoginAccountRow>(
      'users_login_account',
      `SELECT id, delivery_email, is_active, is_bot, is_imported_stub, awaits_first_sign_in, password_hash FROM account
       WHERE realm_id = $1 AND lower(delivery_email) = lower($2)`,
      [realmId, email],
    );
    return row && loginAccountOf(row);
  }

  /** How the one who asks is signed in. @param sessionId null for API keys */
  async own(userId: number, sessionId: number | null): Promise<OwnLogin | undefined> {
    const [row] = await this.database.query<OwnLogin>(
      'users_own_login',
      `SELECT account.delivery_email AS "deliveryEmail", account.password_hash AS "passwordHash", realm.partition,
         realm.name AS "realmName", COALESCE((realm.authentication_methods ->> 'Email')::boolean, true) AS "isPasswordAuthEnabled",
         extract(epoch FROM now() - COALESCE(s.authenticated_at, s.created_at))::int AS "signInAgeSeconds",
         extract(epoch FROM now() - s.confirmed_at)::int AS "confirmationAgeSeconds"
       FROM account JOIN realm ON realm.id = account.realm_id
         LEFT JOIN user_session s ON s.id = $2::int AND s.user_id = account.id AND s.ended_at IS NULL
       WHERE account.id = $1 AND account.is_active`,
      [userId, sessionId],
    );
    return row;
  }
}

export function loginAccountOf(row: LoginAccountRow): LoginAccount {
  return {
    id: row.id,
    deliveryEmail: row.delivery_email,
    isActive: row.is_active,
    isBot: row.is_bot,
    isImportedStub: row.is_imported_stub,
    awaitsFirstSignIn: row.awaits_first_sign_in,
    passwordHash: row.password_hash,
  };
}
