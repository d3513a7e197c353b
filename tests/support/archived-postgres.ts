import { appendFileSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '@stoa/testing';
import { PostgresOptions, PostgresServer } from './postgres-server';

const PATIENCE_MS = 60_000;

/** A PostgreSQL server that archives its log (docs/operate/backup.md). @param archive a new folder */
export async function startArchiving(archive: string, options: PostgresOptions): Promise<PostgresServer> {
  const first = await PostgresServer.start(options);
  const { uid, gid } = statSync(first.folder);
  mkdirSync(archive, { mode: 0o700 });
  chownSync(archive, uid, gid);
  await first.query(`ALTER SYSTEM SET archive_mode = 'on'`);
  await first.query(`ALTER SYSTEM SET archive_command = 'test ! -f "${archive}/%f" && cp "%p" "${archive}/%f"'`);
  const { port } = first;
  await first.stop();
  return PostgresServer.start({ ...options, port });
}

/** Returns when the archive has everything that was written so far. */
export async function archiveRest(server: PostgresServer): Promise<void> {
  const [row] = await server.query<{ file: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS file');
  await eventually(
    async () => {
      const rows = await server.query('SELECT 1 FROM pg_stat_archiver WHERE last_archived_wal >= $1', [row?.file]);
      return rows.length > 0;
    },
    { timeoutMs: PATIENCE_MS },
  );
}

/**
 * Starts a server with a base backup and all of the archive up to a moment; returns when it takes writes.
 * @param options.folder has the base backup
 * @param until as PostgreSQL writes a time; something must have been written after it
 */
export async function recover(options: PostgresOptions, archive: string, until: string): Promise<PostgresServer> {
  appendFileSync(
    path.join(options.folder, 'postgresql.auto.conf'),
    [
      `restore_command = 'cp "${archive}/%f" "%p"'`,
      `recovery_target_time = '${until}'`,
      `recovery_target_action = 'promote'`,
      '',
    ].join('\n'),
  );
  writeFileSync(path.join(options.folder, 'recovery.signal'), '');
  const server = await PostgresServer.start(options);
  await eventually(async () => (await server.query('SELECT 1 WHERE NOT pg_is_in_recovery()')).length > 0, {
    timeoutMs: PATIENCE_MS,
  });
  return server;
}
