import { ConfigurationError, UrlVariable, loadEnvironment } from '@stoa/config';
import { UnsuitableDatabaseError, migrate, migrationText } from './migrations/migrate';

class MigrateEnvironment {
  @UrlVariable({ schemes: ['postgresql', 'postgres'], secret: true, doc: 'The PostgreSQL primary.' })
  STOA_DATABASE_URL!: string;
}

/** `node dist/libs/database/src/migrate.js`: brings STOA_DATABASE_URL to the schema of this build. */
async function main(): Promise<void> {
  console.log(migrationText(await migrate(loadEnvironment(MigrateEnvironment).STOA_DATABASE_URL)));
}

main().catch((error: unknown) => {
  const expected = error instanceof ConfigurationError || error instanceof UnsuitableDatabaseError;
  console.error(expected ? error.message : error);
  process.exitCode = 1;
});
