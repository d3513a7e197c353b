import { Injectable } from '@nestjs/common';
import type { WriteTransaction } from '@stoa/database';
import { type OwnMethods, isSignInKind, signInBackend } from '@stoa/policy';
import { IS_IN_LDAP } from '../directory-accounts/directory-accounts.repository';
import { UsersEnvironment } from '../../users-environment';

interface OwnRow extends Record<string, unknown> {
  has_password: boolean;
  is_in_ldap: boolean;
  kinds: string[];
  switches: Record<string, boolean>;
}

/** By which methods an account is opened, and which the organization has switched on (organization.md 2.5). */
@Injectable()
export class OwnMethodsRepository {
  constructor(private readonly environment: UsersEnvironment) {}

  async of(tx: WriteTransaction, userId: number): Promise<OwnMethods> {
    const [row] = await tx.query<OwnRow>(
      `SELECT a.password_hash IS NOT NULL AS has_password, r.authentication_methods AS switches,
         ${IS_IN_LDAP} AS is_in_ldap,
         ARRAY(SELECT DISTINCT p.kind FROM external_identity i JOIN sign_in_provider p ON p.id = i.provider_id
                WHERE i.user_id = a.id) AS kinds
       FROM account a JOIN realm r ON r.id = a.realm_id WHERE a.realm_id = $1 AND a.id = $2`,
      [tx.realmId, userId],
    );
    if (!row) throw new Error(`there is no account ${userId}`);
    const own = [
      ...(this.environment.STOA_MODE === 'development' ? ['Dev'] : []),
      ...(row.has_password ? ['Email'] : []),
      ...(row.is_in_ldap ? ['LDAP'] : []),
      ...row.kinds.filter(isSignInKind).map(signInBackend),
    ];
    return { own, switches: row.switches };
  }
}
