import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';

/** What belongs to the running server, not to its data (PostgreSQL, "Making a Base Backup Using the Low Level API"). */
const NOT_DATA = ['postmaster.pid', 'postmaster.opts'];

/**
 * A base backup of a running server, by the server's own interface, with the log that makes it whole.
 * @param data the server's data folder
 * @param target a new folder, which will belong to the server's user
 */
export async function takeBaseBackup(databaseUrl: string, data: string, target: string): Promise<void> {
  mkdirSync(target, { mode: 0o700 });
  const session = new Client({ connectionString: databaseUrl });
  await session.connect();
  try {
    await session.query("SELECT pg_backup_start('test', true)");
    // Files may disappear during the copy; the log has their content.
    execFileSync('sh', ['-c', `cp -a "${data}/." "${target}" 2>/dev/null || true`]);
    const { rows } = await session.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    for (const name of readdirSync(path.join(data, 'pg_wal'))) {
      const file = path.join(data, 'pg_wal', name);
      if (statSync(file).isFile()) copyFileSync(file, path.join(target, 'pg_wal', name));
    }
    for (const name of NOT_DATA) rmSync(path.join(target, name), { force: true });
    writeFileSync(path.join(target, 'backup_label'), rows[0]?.labelfile ?? '');
    const { uid, gid } = statSync(data);
    execFileSync('chown', ['-R', `${uid}:${gid}`, target]);
  } finally {
    await session.end();
  }
}
