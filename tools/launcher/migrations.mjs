import { existsSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.mjs';
import { runCommand } from './prepare.mjs';

/** Brings a database to the schema of this build. */
export async function applyMigrations(distDir, databaseUrl) {
  const entry = path.join(distDir, 'libs', 'database', 'src', 'migrate.js');
  if (!existsSync(entry)) throw new Failure(`the migrations are not built: ${entry} is missing`);
  await runCommand(process.execPath, [entry], { env: { STOA_DATABASE_URL: databaseUrl }, quiet: true });
}
