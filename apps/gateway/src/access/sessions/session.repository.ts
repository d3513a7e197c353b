import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';
import { HashLoader } from '../authentication/hash-loader';
import { nameOfHash } from '../authentication/hashes';
import { HOLDER_COLUMNS, HolderRow, holderOf } from '../authentication/holder-rows';
import { SessionHolder, SessionStore } from './session-store';

type SessionHolderRow = RowOf<'UserSession', 'token_hash'> &
  HolderRow & { session_id: number; is_ended: boolean; unnoted_seconds: number };

const FIND_BY_HASHES = `
  SELECT user_session.token_hash, user_session.id AS session_id,
         user_session.ended_at IS NOT NULL OR user_session.expires_at <= now() AS is_ended,
         extract(epoch FROM now() - user_session.last_used_at)::int AS unnoted_seconds, ${HOLDER_COLUMNS}
    FROM user_session
    JOIN account ON account.id = user_session.user_id
    JOIN realm ON realm.id = account.realm_id
   WHERE user_session.token_hash = ANY ($1::bytea[])`;

/** Reads whose sessions tokens are of. */
@Injectable()
export class SessionRepository extends SessionStore {
  private readonly loader = new HashLoader<SessionHolder>(async (hashes) => {
    const rows = await this.database.query<SessionHolderRow>('gateway_session_holders', FIND_BY_HASHES, [hashes]);
    return rows.map((row) => [row.token_hash, holderOfSession(row)]);
  });

  constructor(private readonly database: Database) {
    super();
  }

  override findByHash(tokenHash: Buffer): Promise<SessionHolder | undefined> {
    return this.loader.load(tokenHash);
  }
}

function holderOfSession(row: SessionHolderRow): SessionHolder {
  return {
    ...holderOf(row),
    tokenName: nameOfHash(row.token_hash),
    sessionId: row.session_id,
    isEnded: row.is_ended,
    unnotedSeconds: row.unnoted_seconds,
  };
}
