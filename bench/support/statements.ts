import { eventually } from '@stoa/testing';
import type { BenchCluster } from './bench-cluster';

export interface Statements {
  /** Sent by a process: each costs a round trip. */
  sent: number;
  /** With those inside functions. */
  all: number;
  /** Per operation; the time is that of execution in the server. */
  texts: { query: string; calls: number; microseconds: number; topLevel: boolean }[];
}

/** Switches pg_stat_statements on, for which PostgreSQL starts again. */
export async function countStatements(cluster: BenchCluster): Promise<void> {
  const { database } = cluster;
  await database.query('bench_library', `ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`);
  await database.query('bench_track', `ALTER SYSTEM SET pg_stat_statements.track = 'all'`).catch(() => undefined);
  cluster.cluster.killServer('postgres', 'SIGINT');
  await eventually(
    async () => {
      try {
        await database.query('bench_extension', 'CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
        await database.query('bench_reachable', 'SELECT count(*) FROM pg_stat_statements');
        return true;
      } catch {
        return false;
      }
    },
    { timeoutMs: 30_000 },
  );
  await database.query('bench_track_again', `ALTER SYSTEM SET pg_stat_statements.track = 'all'`);
  await database.query('bench_reload', 'SELECT pg_reload_conf()');
  await cluster.cluster.waitReady();
}

/** Statements of all services while `work` runs `operations` operations, per operation; those of the relay and of jobs included. */
export async function statementsOf(
  cluster: BenchCluster,
  operations: number,
  work: () => Promise<unknown>,
): Promise<Statements> {
  const { database } = cluster;
  await database.query('bench_forget', 'SELECT pg_stat_statements_reset()');
  await work();
  const rows = await database.query<{ query: string; calls: number; ms: number; top_level: boolean }>(
    'bench_statements',
    `SELECT query, sum(calls)::int8 AS calls, sum(total_exec_time)::float8 AS ms, toplevel AS top_level FROM pg_stat_statements
     WHERE query NOT LIKE '%pg_stat_statements%' GROUP BY query, toplevel ORDER BY 3 DESC`,
  );
  const texts = rows.map(({ query, calls, ms, top_level }) => ({
    query: query.replace(/\s+/g, ' ').slice(0, 100),
    calls: calls / operations,
    microseconds: (ms * 1000) / operations,
    topLevel: top_level,
  }));
  const sum = (some: typeof texts): number => some.reduce((total, { calls }) => total + calls, 0);
  return { sent: sum(texts.filter(({ topLevel }) => topLevel)), all: sum(texts), texts };
}
