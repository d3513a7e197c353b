import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';
import type { ProviderSession } from '@stoa/policy';

/** A session that a provider has something to do with. */
export type ProviderSessionRow = RowOf<'ExternalSession', 'provider_id' | 'name' | 'name_format' | 'provider_session'>;

/** Whose sessions a provider says are over. */
export interface EndedAtProvider {
  providerId: number;
  /** What its messages call the person; null where they name sessions alone. */
  name: string | null;
  /** Its own sessions; none for all of the person. */
  ids: readonly string[];
}

/** By which names providers end the sessions that began with them. */
@Injectable()
export class ProviderSessionsRepository {
  constructor(private readonly database: Database) {}

  async insert(tx: WriteTransaction, sessionId: number, providerId: number, session: ProviderSession): Promise<void> {
    await tx.query(
      `INSERT INTO external_session (session_id, realm_id, provider_id, name, name_format, provider_session)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [sessionId, tx.realmId, providerId, session.name, session.nameFormat ?? null, session.id ?? null],
    );
  }

  async ofSession(realmId: number, sessionId: number, userId: number): Promise<ProviderSessionRow | undefined> {
    const [row] = await this.database.query<ProviderSessionRow>(
      'external_session_of_session',
      `SELECT e.provider_id, e.name, e.name_format, e.provider_session
       FROM external_session e JOIN user_session s ON s.id = e.session_id
       WHERE e.session_id = $1 AND e.realm_id = $2 AND s.user_id = $3`,
      [sessionId, realmId, userId],
    );
    return row;
  }

  /** Live sessions that the provider says are over. */
  async found({ providerId, name, ids }: EndedAtProvider): Promise<RowOf<'UserSession', 'id' | 'user_id'>[]> {
    return this.database.query<RowOf<'UserSession', 'id' | 'user_id'>>(
      'external_sessions_of_provider',
      `SELECT s.id, s.user_id FROM external_session e JOIN user_session s ON s.id = e.session_id
       WHERE e.provider_id = $1 AND ($2::text IS NULL OR e.name = $2)
         AND (cardinality($3::text[]) = 0 OR e.provider_session = ANY($3)) AND s.ended_at IS NULL`,
      [providerId, name, ids],
    );
  }
}
