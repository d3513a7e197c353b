import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';
import type { SignInKind, SignInProviderSettings } from '@stoa/policy';

/** A provider that knows somebody. */
export interface KnowingProvider extends Record<string, unknown>, RowOf<'SignInProvider', 'name' | 'display_name'> {
  kind: SignInKind;
  settings: SignInProviderSettings;
  /** Methods that the organization has switched on or off. */
  switches: Record<string, boolean>;
}

/** Which providers have vouched for somebody. */
@Injectable()
export class ConfirmationsRepository {
  constructor(private readonly database: Database) {}

  /** In the order of their making. */
  providers(realmId: number, userId: number): Promise<KnowingProvider[]> {
    return this.database.query<KnowingProvider>(
      'confirmations_providers',
      `SELECT p.kind, p.name, p.display_name, p.settings, r.authentication_methods AS switches
       FROM sign_in_provider p JOIN realm r ON r.id = p.realm_id
       WHERE p.realm_id = $1 AND EXISTS (SELECT FROM external_identity i WHERE i.provider_id = p.id AND i.user_id = $2)
       ORDER BY p.id`,
      [realmId, userId],
    );
  }
}
