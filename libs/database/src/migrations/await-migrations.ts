import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { isUpToDate } from './migrate';

const CONNECT_TIMEOUT_MS = 5_000;

export interface AwaitMigrationsOptions {
  /** Milliseconds between two looks. */
  pauseMs: number;
  /** Called once per new reason to go on waiting: no password or address is in it. */
  onWait: (reason: string) => void;
  /** Gives up. */
  signal: AbortSignal;
}

/**
 * Waits until the database has every migration of this build, however long that takes: for the pods of a release that start
 * while its migration job still works. A database that cannot be reached is waited for as well.
 * @throws AbortError once the signal is given
 */
export async function awaitMigrations(
  databaseUrl: string,
  { pauseMs, onWait, signal }: AwaitMigrationsOptions,
): Promise<void> {
  let told: string | undefined;
  for (;;) {
    const reason = await reasonToWait(databaseUrl);
    if (reason === undefined) return;
    if (reason !== told) onWait(reason);
    told = reason;
    await setTimeout(pauseMs, undefined, { signal });
  }
}

/** Why a database is not ready for this build; undefined if it is. No password or address is in it. */
export async function reasonToWait(databaseUrl: string): Promise<string | undefined> {
  const session = new Client({
    connectionString: databaseUrl,
    application_name: 'stoa-await-migrations',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // The next statement finds out if the server ends the connection in between.
  session.on('error', () => undefined);
  try {
    await session.connect();
    return (await isUpToDate(session)) ? undefined : 'the migrations of this release are not applied yet';
  } catch (error) {
    return `the database does not answer: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    await session.end().catch(() => undefined);
  }
}
