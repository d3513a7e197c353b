import { setTimeout as pause } from 'node:timers/promises';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { Client } from 'pg';
import { errorCode } from '../sql-errors';
import { MigrationPool } from './migration-pool';
import { openSchemaEngine } from './schema-engine';
import { readMigrations } from './schema-files';
import { type SqlFunctions, applyFunctions, changedFunctions, readSqlFunctions } from './sql-functions';

/** Key of the advisory lock under which migrations run. */
const MIGRATION_LOCK = 74_110_000;
/**
 * A migration that waits for a table stops everybody who wants it after that: it gives up before they notice, and before
 * PostgreSQL looks for deadlocks (`deadlock_timeout`, a second), which would end what the services do instead.
 */
const LOCK_TIMEOUT_MS = 500;
const PAUSE_MS = 500;
/** Between two looks whether another migrates. */
const TURN_MS = 100;
/** Together some minutes: no transaction of the services lives longer than one. */
const MOST_ATTEMPTS = 120;
const LOCK_NOT_AVAILABLE = '55P03';

export interface MigrateOptions {
  /** Those of this build unless named. */
  migrations?: MigrationList;
  /** Those of this build unless named. */
  functions?: SqlFunctions;
  lockTimeoutMs?: number;
  /** Called when a table was in use for too long and the migration is going to try again. */
  onLockTimeout?: () => void;
}

/** The names of what was new to the database. */
export interface Migrated {
  migrations: readonly string[];
  functions: readonly string[];
}

/** The database cannot hold Stoa's data; the message says what to change. */
export class UnsuitableDatabaseError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnsuitableDatabaseError';
  }
}

/**
 * Brings the database to the newest migration, then the SQL functions to their present text, and makes the change log's
 * partitions of the next day. Does nothing when all is up to date; any number may run at once: one works, the others wait for
 * it. Never waits for a table for more than a second at a time.
 * @throws UnsuitableDatabaseError for an old server or an encoding that is not UTF-8
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<Migrated> {
  // The lock belongs to the session, so it needs a connection separate from the engine's.
  const session = new Client({ connectionString: databaseUrl, application_name: 'stoa-migrate' });
  await session.connect();
  try {
    await checkServer(session);
    await untilAlone(session);
    const migrations = await applyMissing(session, databaseUrl, options);
    const functions = await applyChanged(session, options);
    await session.query('SELECT ensure_log_partitions()');
    return { migrations, functions };
  } finally {
    await session.end();
  }
}

/** What a run has done, for its operator. */
export function migrationText({ migrations, functions }: Migrated): string {
  const parts = [
    ...(migrations.length > 0 ? [`applied ${migrations.join(', ')}`] : []),
    ...(functions.length > 0 ? [`replaced the functions ${functions.join(', ')}`] : []),
  ];
  return parts.join('; ') || 'the database is up to date';
}

/**
 * Waits for its turn between statements, not in one: an index that is made while its table is written to waits for every
 * statement that has begun before, and so would wait for who waits for it.
 */
async function untilAlone(session: Client): Promise<void> {
  for (;;) {
    const { rows } = await session.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.alone) return;
    await pause(TURN_MS);
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
    await untilFree(
      options,
      () => applyOnce(pool, migrations),
      async () => {
        const isBusy = errorCode(pool.scriptError) === LOCK_NOT_AVAILABLE;
        return isBusy && forgetFailure(session, migrations);
      },
    );
    return [...(await appliedMigrations(session))].filter((name) => !before.has(name));
  } finally {
    await pool.end();
  }
}

function applyChanged(session: Client, options: MigrateOptions): Promise<string[]> {
  const { functions = readSqlFunctions(), lockTimeoutMs = LOCK_TIMEOUT_MS } = options;
  return untilFree(
    options,
    () => applyFunctions(session, functions, lockTimeoutMs),
    (error) => Promise.resolve(errorCode(error) === LOCK_NOT_AVAILABLE),
  );
}

/** Tries again while a table is in use; `mayRepeat` says whether that is why `work` failed. */
async function untilFree<T>(
  { onLockTimeout }: MigrateOptions,
  work: () => Promise<T>,
  mayRepeat: (error: unknown) => Promise<boolean>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !(await mayRepeat(error))) throw error;
      onLockTimeout?.();
      await pause(PAUSE_MS);
    }
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
 * Marks a failed migration as never begun, which is true: its script was one transaction.
 * @returns false if its script is not one transaction, because it makes an index while the table is written to
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

/** Whether the database has every migration and the functions of this build; it may have newer ones. */
export async function isUpToDate(session: Client): Promise<boolean> {
  if (!hasAll(await appliedMigrations(session), readMigrations())) return false;
  return (await changedFunctions(session, readSqlFunctions())).length === 0;
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
