import { Client } from 'pg';
import { readMigrations } from './schema-files';
import { MigrationPool } from './migration-pool';
import { openSchemaEngine } from './schema-engine';

/** Key of the advisory lock under which migrations run. */
const MIGRATION_LOCK = 74_110_000;

/** The database cannot hold Stoa's data; the message says what to change. */
export class UnsuitableDatabaseError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnsuitableDatabaseError';
  }
}

/**
 * Brings the database to the newest migration and makes the change log's partitions of the next day. Does nothing when it is
 * up to date; any number may run at once: one works, the others wait for it. Keeps `_prisma_migrations`, so that
 * `prisma migrate deploy` can be used on the same folder.
 * @returns the names of the migrations that were applied
 * @throws UnsuitableDatabaseError for an old server or an encoding that is not UTF-8
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  // The lock is the session's: a connection of its own, beside the engine's.
  const session = new Client({ connectionString: databaseUrl, application_name: 'stoa-migrate' });
  await session.connect();
  try {
    await checkServer(session);
    await session.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await applyMissing(session, databaseUrl);
    await session.query('SELECT ensure_log_partitions()');
    return applied;
  } finally {
    await session.end();
  }
}

async function checkServer(session: Client): Promise<void> {
  const { rows } = await session.query<{ version: number; encoding: string; folds: boolean }>(
    `SELECT current_setting('server_version_num')::int AS version, pg_encoding_to_char(encoding) AS encoding,
       lower('Ä') = 'ä' AS folds FROM pg_database WHERE datname = current_database()`,
  );
  const [server] = rows;
  if (!server || server.version < 150_000) throw new UnsuitableDatabaseError('PostgreSQL 15 or newer is needed');
  if (server.encoding !== 'UTF8' || !server.folds) {
    throw new UnsuitableDatabaseError(
      "The database's encoding must be UTF8 and its locale one that knows upper and lower case of all letters, for " +
        "example CREATE DATABASE stoa TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER builtin LOCALE 'C.UTF-8'",
    );
  }
}

async function applyMissing(session: Client, databaseUrl: string): Promise<string[]> {
  if (await isUpToDate(session)) return [];
  const migrationsList = readMigrations();
  const pool = new MigrationPool(databaseUrl);
  try {
    const engine = await openSchemaEngine(pool);
    try {
      const filters = { externalTables: [], externalEnums: [] };
      return (await engine.applyMigrations({ migrationsList, filters })).appliedMigrationNames;
    } finally {
      engine.free();
    }
  } finally {
    await pool.end();
  }
}

/**
 * Whether the database has every migration of this build; it may have more. Spares the usual start of a process the engine's
 * load (0.3 s).
 */
export async function isUpToDate(session: Client): Promise<boolean> {
  const { rows: found } = await session.query<{ known: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known`,
  );
  if (!found[0]?.known) return false;
  const { rows } = await session.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  );
  const applied = new Set(rows.map(({ name }) => name));
  return readMigrations().migrationDirectories.every(({ path }) => applied.has(path));
}
