import type { BenchCluster } from '../support/bench-cluster';

export interface Written {
  /** Bytes of the write-ahead log. */
  wal: number;
  /** Of them, images of pages that were changed for the first time after a checkpoint. */
  fullPages: number;
  /** By table, with indexes and TOAST; all partitions of a table together. Only what has grown. */
  grown: Record<string, number>;
}

/** What `work` writes, from a checkpoint on. */
export async function measureWriting(cluster: BenchCluster, work: () => Promise<unknown>): Promise<Written> {
  const { database } = cluster;
  await database.query('bench_walinspect', 'CREATE EXTENSION IF NOT EXISTS pg_walinspect');
  await database.query('bench_checkpoint', 'CHECKPOINT');
  const before = await tableBytes(cluster);
  const from = await walPosition(cluster);
  await work();
  const to = await walPosition(cluster);
  const after = await tableBytes(cluster);
  const [row] = await database.query<{ wal: number; pages: number }>(
    'bench_wal',
    `SELECT pg_wal_lsn_diff($2::pg_lsn, $1::pg_lsn)::int8 AS wal,
       (SELECT sum(fpi_size) FROM pg_get_wal_stats($1::pg_lsn, $2::pg_lsn))::int8 AS pages`,
    [from, to],
  );
  const grown = [...after]
    .map(([name, bytes]): [string, number] => [name, bytes - (before.get(name) ?? 0)])
    .filter(([, bytes]) => bytes > 0);
  return { wal: row?.wal ?? 0, fullPages: row?.pages ?? 0, grown: Object.fromEntries(grown) };
}

/** What is removed again after a while: it does not add up. */
const PASSING = ['change_log', 'outbox'];

/** Bytes of what stays. */
export function stored({ grown }: Written): number {
  return Object.entries(grown).reduce((sum, [name, bytes]) => (PASSING.includes(name) ? sum : sum + bytes), 0);
}

async function walPosition(cluster: BenchCluster): Promise<string> {
  const [row] = await cluster.database.query<{ lsn: string }>(
    'bench_lsn',
    'SELECT pg_current_wal_flush_lsn()::text AS lsn',
  );
  return row?.lsn ?? '0/0';
}

async function tableBytes(cluster: BenchCluster): Promise<Map<string, number>> {
  const rows = await cluster.database.query<{ name: string; bytes: number }>(
    'bench_table_bytes',
    `SELECT COALESCE(pg_partition_root(oid), oid::regclass)::text AS name, sum(pg_total_relation_size(oid))::int8 AS bytes
     FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace GROUP BY 1`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}
