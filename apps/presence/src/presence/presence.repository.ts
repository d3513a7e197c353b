import { Injectable } from '@nestjs/common';
import { type StoredPresences, loadPresences } from '@stoa/redis';
import { Database } from '@stoa/database';

/** Presences as PostgreSQL keeps them, a few seconds behind Redis. */
@Injectable()
export class PresenceRepository {
  constructor(private readonly database: Database) {}

  load(realmId: number): Promise<StoredPresences> {
    return loadPresences(this.database, realmId);
  }

  /** Older entries never replace newer ones. */
  async save(realmId: number, { counter, entries }: StoredPresences): Promise<void> {
    await this.database.query(
      'presences_save',
      `WITH counted AS (
         INSERT INTO presence_counter (realm_id, last_update_id) VALUES ($1, $2)
         ON CONFLICT (realm_id) DO UPDATE
           SET last_update_id = greatest(presence_counter.last_update_id, excluded.last_update_id)
       )
       INSERT INTO presence AS p (user_id, realm_id, last_active_at, last_connected_at, last_update_id)
       SELECT e.user_id, $1, to_timestamp(e.active), to_timestamp(e.connected), e.update_id
       FROM unnest($3::int[], $4::int8[], $5::int8[], $6::int8[]) AS e (user_id, active, connected, update_id)
       ON CONFLICT (user_id) DO UPDATE SET last_active_at = excluded.last_active_at,
         last_connected_at = excluded.last_connected_at, last_update_id = excluded.last_update_id
       WHERE p.last_update_id < excluded.last_update_id`,
      [
        realmId,
        counter,
        entries.map(({ userId }) => userId),
        entries.map(({ lastActive }) => lastActive),
        entries.map(({ lastConnected }) => lastConnected),
        entries.map(({ updateId }) => updateId),
      ],
    );
  }
}
