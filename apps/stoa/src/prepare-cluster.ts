import 'reflect-metadata';
import { ConfigurationError, loadEnvironment } from '@stoa/config';
import { Database, UnsuitableDatabaseError, ensureSystemBots, migrate } from '@stoa/database';
import { DemoSeed, OccupiedError } from './demo-seed';
import { PrepareEnvironment } from './prepare.environment';

/**
 * `node dist/apps/stoa/src/prepare-cluster.js`: makes a database ready for the services: migrations, system bots and, where
 * asked for, the demo organization, whose accounts are written to standard output in the form of cluster.json. Repeatable.
 */
async function main(): Promise<void> {
  const environment = loadEnvironment(PrepareEnvironment);
  await migrate(environment.STOA_DATABASE_URL);
  const database = Database.open({ url: environment.STOA_DATABASE_URL, size: 2, applicationName: 'prepare-cluster' });
  try {
    await ensureSystemBots(database, environment.STOA_SYSTEM_BOT_DOMAIN);
    if (!environment.STOA_DEMO) return;
    const seed = new DemoSeed(database, environment.STOA_API_KEY_SECRET, environment.STOA_EXTERNAL_HOST);
    process.stdout.write(`${JSON.stringify(await seed.run())}\n`);
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  const expected = [OccupiedError, ConfigurationError, UnsuitableDatabaseError].some((type) => error instanceof type);
  console.error(expected && error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
