import { Pool } from 'pg';
import type { LogRow } from '../checker/history';
import { Snapshot, parseSnapshot } from '../checker/snapshot';

const APPLICATION = 'chaos';

/** Reads PostgreSQL over a connection of its own, which no fault of a link affects. */
export class DatabaseView {
  private readonly pool: Pool;

  constructor(url: string) {
    this.pool = new Pool({
      connectionString: url,
      max: 3,
      connectionTimeoutMillis: 3_000,
      application_name: APPLICATION,
    });
    this.pool.on('error', () => undefined);
  }

  /** What is committed now; undefined while PostgreSQL is away. */
  async snapshot(): Promise<Snapshot | undefined> {
    try {
      const { rows } = await this.pool.query<{ snapshot: string }>('SELECT pg_current_snapshot()::text AS snapshot');
      return rows[0] && parseSnapshot(rows[0].snapshot);
    } catch {
      return undefined;
    }
  }

  /** Committed changes that have no number yet. */
  async countUnnumbered(): Promise<number> {
    const { rows } = await this.pool.query<{ count: string }>(
      `SELECT count(*) AS count FROM outbox o
       WHERE NOT EXISTS (SELECT FROM change_log c WHERE c.partition = o.partition AND c.outbox_id = o.id)`,
    );
    return Number(rows[0]?.count ?? 0);
  }

  /** Calls of services of bots that are not settled. */
  async countWaitingCalls(): Promise<number> {
    const { rows } = await this.pool.query<{ count: string }>('SELECT count(*) AS count FROM webhook_call');
    return Number(rows[0]?.count ?? 0);
  }

  /** Connections of others that may still write. */
  async countWorking(): Promise<number> {
    const { rows } = await this.pool.query<{ count: string }>(
      `SELECT count(*) AS count FROM pg_stat_activity
       WHERE backend_type = 'client backend' AND datname = current_database() AND application_name <> $1`,
      [APPLICATION],
    );
    return Number(rows[0]?.count ?? 0);
  }

  /** The last number given out in each partition. */
  async heads(): Promise<Map<number, number>> {
    const { rows } = await this.pool.query<{ partition: number; head: string }>(
      'SELECT partition, head FROM relay_partition ORDER BY partition',
    );
    return new Map(rows.map(({ partition, head }) => [partition, Number(head)]));
  }

  async log(): Promise<LogRow[]> {
    const { rows } = await this.pool.query<Record<keyof LogRow, string>>(
      `SELECT partition, seq, xid::text AS xid, realm_id AS "realmId", routing, body FROM change_log ORDER BY partition, seq`,
    );
    return rows.map(({ partition, seq, xid, realmId, routing, body }) => ({
      partition: Number(partition),
      seq: Number(seq),
      xid: Number(xid),
      realmId: Number(realmId),
      routing,
      body,
    }));
  }

  /** Of some messages those that are not there. */
  async missingMessages(ids: readonly number[]): Promise<number[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      'SELECT asked.id FROM unnest($1::bigint[]) AS asked (id) WHERE NOT EXISTS (SELECT FROM message m WHERE m.id = asked.id)',
      [ids],
    );
    return rows.map(({ id }) => Number(id));
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}
