import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';
import type { SignInKind, SignInProviderSettings } from '@stoa/policy';
import type { Reader } from '@stoa/read-state-store';

/** Times are seconds since 1970. */
export interface OwnIdentity {
  id: number;
  provider: string;
  display_name: string;
  date_added: number;
  last_used: number;
}

/** What of a provider decides whether an account there may be added. */
export interface AddableProvider {
  kind: SignInKind;
  name: string;
  displayName: string;
  settings: SignInProviderSettings;
  switches: Record<string, boolean>;
  isLinkedElsewhere: boolean;
}

/** By what providers know the owner of an account, as the owner manages it. */
@Injectable()
export class IdentityLinksRepository {
  constructor(private readonly database: Database) {}

  async ofUser(userId: number): Promise<OwnIdentity[]> {
    return this.database.query<OwnIdentity & Record<string, unknown>>(
      'identities_of_user',
      `SELECT i.id, p.name AS provider, p.display_name, extract(epoch FROM i.created_at)::int AS date_added,
         extract(epoch FROM i.last_used_at)::int AS last_used
       FROM external_identity i JOIN sign_in_provider p ON p.id = i.provider_id WHERE i.user_id = $1 ORDER BY i.id`,
      [userId],
    );
  }

  /** All of the organization, in the order of their making. */
  async providers(realmId: number, userId: number, reader: Reader = this.database): Promise<AddableProvider[]> {
    return reader.query<AddableProvider & Record<string, unknown>>(
      'identities_addable',
      `SELECT p.kind, p.name, p.display_name AS "displayName", p.settings, r.authentication_methods AS switches,
         EXISTS (SELECT FROM external_identity i WHERE i.user_id = $2 AND i.provider_id <> p.id) AS "isLinkedElsewhere"
       FROM sign_in_provider p JOIN realm r ON r.id = p.realm_id WHERE p.realm_id = $1 ORDER BY p.id`,
      [realmId, userId],
    );
  }

  /** Whether a session goes on, of an account that is in use. */
  async isLive(tx: WriteTransaction, sessionId: number, userId: number): Promise<boolean> {
    const rows = await tx.query(
      `SELECT FROM user_session s JOIN account a ON a.id = s.user_id
       WHERE s.id = $1 AND s.user_id = $2 AND s.ended_at IS NULL AND s.expires_at > now() AND a.is_active`,
      [sessionId, userId],
    );
    return rows.length > 0;
  }

  /** @returns whether it is new; undefined for one that opens another account */
  async add(
    tx: WriteTransaction,
    providerId: number,
    subject: string,
    userId: number,
  ): Promise<{ isNew: boolean } | undefined> {
    const [row] = await tx.query<{ is_new: boolean }>(
      `INSERT INTO external_identity AS i (realm_id, provider_id, subject, user_id) VALUES ($1, $2, $3, $4)
       ON CONFLICT (provider_id, subject) DO UPDATE SET last_used_at = now() WHERE i.user_id = $4
       RETURNING xmax = 0 AS is_new`,
      [tx.realmId, providerId, subject, userId],
    );
    return row && { isNew: row.is_new };
  }

  /** @returns what the provider's button calls it; undefined for an identity of nobody, or of somebody else */
  async remove(tx: WriteTransaction, id: number, userId: number): Promise<string | undefined> {
    const [row] = await tx.query<RowOf<'SignInProvider', 'display_name'>>(
      `DELETE FROM external_identity i USING sign_in_provider p
       WHERE i.id = $1 AND i.user_id = $2 AND p.id = i.provider_id RETURNING p.display_name`,
      [id, userId],
    );
    return row?.display_name;
  }
}
