import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Client } from 'pg';

/** libs/database/sql, at the same relative place for sources and compiled files. */
const sqlFolder = path.resolve(__dirname, '../../sql');

export interface SqlFunction {
  /** Of the file, which is that of the function. */
  name: string;
  text: string;
  hash: string;
}

export interface SqlFunctions {
  /** Grows with every change, so that an older build is not taken for a newer one. */
  version: number;
  functions: readonly SqlFunction[];
}

/** What functions.json says of the files in functions/. */
export interface FunctionsVersion {
  version: number;
  /** Of all of them. */
  hash: string;
}

export function readSqlFunctions(folder = sqlFolder): SqlFunctions {
  return {
    version: readFunctionsVersion(folder).version,
    functions: readFunctionFiles(path.join(folder, 'functions')),
  };
}

export function readFunctionsVersion(folder = sqlFolder): FunctionsVersion {
  return JSON.parse(readFileSync(path.join(folder, 'functions.json'), 'utf8'));
}

/** What functions.json should say: another text makes another version. */
export function nextFunctionsVersion(recorded: FunctionsVersion, functions: readonly SqlFunction[]): FunctionsVersion {
  const hash = hashOf(functions.map((each) => `${each.name} ${each.hash}\n`).join(''));
  return hash === recorded.hash ? recorded : { version: recorded.version + 1, hash };
}

function readFunctionFiles(folder: string): SqlFunction[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((file) => sqlFunction(path.basename(file, '.sql'), readFileSync(path.join(folder, file), 'utf8')));
}

export function sqlFunction(name: string, text: string): SqlFunction {
  return { name, text, hash: hashOf(text) };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Those whose text is not the one in the database; none if the database has the functions of a newer build. */
export async function changedFunctions(session: Client, build: SqlFunctions): Promise<readonly SqlFunction[]> {
  const { rows: found } = await session.query<{ known: boolean }>(
    `SELECT to_regclass('_sql_functions') IS NOT NULL AS known`,
  );
  if (!found[0]?.known) return build.functions;
  const { rows } = await session.query<{ name: string; hash: string; version: number }>(
    'SELECT name, hash, version FROM _sql_functions',
  );
  if (rows.some(({ version }) => version > build.version)) return [];
  const hashes = new Map(rows.map(({ name, hash }) => [name, hash]));
  return build.functions.filter(({ name, hash }) => hashes.get(name) !== hash);
}

/**
 * Brings the functions whose text has changed to that of the build, all of them or none. Calls that run end with the text
 * that they began with.
 * @param lockTimeoutMs longest wait for a table that a function's trigger belongs to
 * @returns their names
 */
export async function applyFunctions(session: Client, build: SqlFunctions, lockTimeoutMs: number): Promise<string[]> {
  const changed = await changedFunctions(session, build);
  if (changed.length === 0) return [];
  await session.query('BEGIN');
  try {
    await session.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    // Functions call each other: their bodies are checked when all are there.
    await session.query('SET LOCAL check_function_bodies = off');
    for (const { text } of changed) await session.query(text);
    await checkBodies(session, changed);
    await remember(session, changed, build.version);
    await session.query('COMMIT');
  } catch (error) {
    await session.query('ROLLBACK');
    throw error;
  }
  return changed.map(({ name }) => name);
}

async function checkBodies(session: Client, changed: readonly SqlFunction[]): Promise<void> {
  await session.query('SET LOCAL check_function_bodies = on');
  await session.query(
    `SELECT CASE l.lanname WHEN 'sql' THEN fmgr_sql_validator(p.oid) WHEN 'plpgsql' THEN plpgsql_validator(p.oid) END
     FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
     WHERE p.pronamespace = 'public'::regnamespace AND p.proname = ANY ($1)`,
    [changed.map(({ name }) => name)],
  );
}

async function remember(session: Client, changed: readonly SqlFunction[], version: number): Promise<void> {
  await session.query(
    'CREATE TABLE IF NOT EXISTS _sql_functions (name text PRIMARY KEY, hash text NOT NULL, version integer NOT NULL)',
  );
  await session.query(
    `INSERT INTO _sql_functions (name, hash, version) SELECT name, hash, $3 FROM unnest($1::text[], $2::text[]) AS f (name, hash)
     ON CONFLICT (name) DO UPDATE SET hash = excluded.hash, version = excluded.version`,
    [changed.map(({ name }) => name), changed.map(({ hash }) => hash), version],
  );
}
