import type { Database, RowOf } from '@stoa/database';
import type { StoredPresences } from './presence-store';

interface PresenceRow extends RowOf<'Presence', 'user_id' | 'last_update_id'> {
  last_active: number | null;
  last_connected: number;
}

/** Presences as PostgreSQL keeps them, a few seconds behind Redis. */
export async function loadPresences(database: Database, realmId: number): Promise<StoredPresences> {
  const [counter] = await database.query<RowOf<'PresenceCounter', 'last_update_id'>>(
    'presence_counter',
    'SELECT last_update_id FROM presence_counter WHERE realm_id = $1',
    [realmId],
  );
  const rows = await database.query<PresenceRow & Record<string, unknown>>(
    'presences_of_realm',
    `SELECT user_id, floor(extract(epoch FROM last_active_at))::int8 AS last_active,
       floor(extract(epoch FROM last_connected_at))::int8 AS last_connected, last_update_id
     FROM presence WHERE realm_id = $1`,
    [realmId],
  );
  const entries = rows.map((row) => ({
    userId: row.user_id,
    lastActive: row.last_active,
    lastConnected: row.last_connected,
    updateId: row.last_update_id,
  }));
  return { counter: counter?.last_update_id ?? 0, entries };
}
