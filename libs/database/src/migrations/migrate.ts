import { setTimeout as pause } from 'node:timers/promises';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { Client } from 'pg';
import { errorCode } from '../sql-errors';
import { readMigrations } from './schema-files';
import { MigrationPool } from './migration-pool';
import { openSchemaEngine } from './schema-engine';

/** Key of the advisory lock under which migrations run. */
const MIGRATION_LOCK = 74_110_000;
/** A migration that waits for a table stops everybody who wants it after that: it gives up before they notice. */
const LOCK_TIMEOUT_MS = 1_000;
const PAUSE_MS = 500;
/** Together some minutes: no transaction of the services lives longer than one. */
const MOST_ATTEMPTS = 120;
const LOCK_NOT_AVAILABLE = '55P03';

export interface MigrateOptions {
  /** Those of this build unless named. */
  migrations?: MigrationList;
  lockTimeoutMs?: number;
  /** Told when a table was in use for too long and the migration is going to try again. */
  onLockTimeout?: () => void;
}

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
 * `prisma migrate deploy` can be used on the same folder. Never waits for a table for more than a second at a time.
 * @returns the names of the migrations that were applied
 * @throws UnsuitableDatabaseError for an old server or an encoding that is not UTF-8
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  // The lock is the session's: a connection of its own, beside the engine's.
  const session = new Client({ connectionString: databaseUrl, application_name: 'stoa-migrate' });
  await session.connect();
  try {
    await checkServer(session);
    await session.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await applyMissing(session, databaseUrl, options);
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

async function applyMissing(session: Client, databaseUrl: string, options: MigrateOptions): Promise<string[]> {
  const { migrations = readMigrations(), lockTimeoutMs = LOCK_TIMEOUT_MS } = options;
  const before = await appliedMigrations(session);
  if (hasAll(before, migrations)) return [];
  const pool = new MigrationPool(databaseUrl, lockTimeoutMs);
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        await applyOnce(pool, migrations);
        return [...(await appliedMigrations(session))].filter((name) => !before.has(name));
      } catch (error) {
        const isBusy = errorCode(pool.scriptError) === LOCK_NOT_AVAILABLE;
        if (!isBusy || attempt === MOST_ATTEMPTS || !(await forgetFailure(session, migrations))) throw error;
        options.onLockTimeout?.();
        await pause(PAUSE_MS);
      }
    }
  } finally {
    await pool.end();
  }
}

async function applyOnce(pool: MigrationPool, migrationsList: MigrationList): Promise<void> {
  pool.scriptError = undefined;
  const engine = await openSchemaEngine(pool);
  try {
    const filters = { externalTables: [], externalEnums: [] };
    await engine.applyMigrations({ migrationsList, filters });
  } finally {
    engine.free();
  }
}

/**
 * Makes a migration that failed one that was never begun, which it is: its script was one transaction.
 * @returns false for one that is none, because it makes an index while the table is written to
 */
async function forgetFailure(session: Client, { migrationDirectories }: MigrationList): Promise<boolean> {
  const { rows } = await session.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL',
  );
  const failed = migrationDirectories.findIndex(({ path }) => path === rows[0]?.name);
  const content = migrationDirectories[failed]?.migrationFile.content;
  if (content?.tag !== 'ok' || /\bCONCURRENTLY\b/i.test(content.value)) return false;
  await session.query('DELETE FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL');
  return true;
}

/**
 * Whether the database has every migration of this build; it may have more. Spares the usual start of a process the engine's
 * load (0.3 s).
 */
export async function isUpToDate(session: Client, migrations = readMigrations()): Promise<boolean> {
  return hasAll(await appliedMigrations(session), migrations);
}

function hasAll(applied: ReadonlySet<string>, { migrationDirectories }: MigrationList): boolean {
  return migrationDirectories.every(({ path }) => applied.has(path));
}

/** Names of the migrations that the database has, in their order. */
async function appliedMigrations(session: Client): Promise<Set<string>> {
  const { rows: found } = await session.query<{ known: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known`,
  );
  if (!found[0]?.known) return new Set();
  const { rows } = await session.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL
     ORDER BY migration_name`,
  );
  return new Set(rows.map(({ name }) => name));
}
