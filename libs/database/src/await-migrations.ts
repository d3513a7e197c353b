import { ConfigurationError, UrlVariable, loadEnvironment } from '@stoa/config';
import { awaitMigrations } from './migrations/await-migrations';

const PAUSE_MS = 1_000;

class AwaitMigrationsEnvironment {
  @UrlVariable({ schemes: ['postgresql', 'postgres'], secret: true, doc: 'The PostgreSQL primary.' })
  STOA_DATABASE_URL!: string;
}

/** `node dist/libs/database/src/await-migrations.js`: ends once STOA_DATABASE_URL has this build's schema. */
async function main(): Promise<void> {
  const { STOA_DATABASE_URL } = loadEnvironment(AwaitMigrationsEnvironment);
  const stopped = new AbortController();
  process.once('SIGTERM', () => stopped.abort());
  await awaitMigrations(STOA_DATABASE_URL, {
    pauseMs: PAUSE_MS,
    signal: stopped.signal,
    onWait: (reason) => process.stderr.write(`waiting: ${reason}\n`),
  });
}

main().catch((error: unknown) => {
  const expected = error instanceof ConfigurationError || (error instanceof Error && error.name === 'AbortError');
  process.stderr.write(`${expected ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
