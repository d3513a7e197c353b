import { ConfigurationError, UrlVariable, loadEnvironment } from '@stoa/config';
import { UnsuitableDatabaseError, migrate } from './migrations/migrate';

class MigrateEnvironment {
  @UrlVariable({ schemes: ['postgresql', 'postgres'], secret: true, doc: 'The PostgreSQL primary.' })
  STOA_DATABASE_URL!: string;
}

/** `node dist/libs/database/src/migrate.js`: applies the migrations to STOA_DATABASE_URL. */
async function main(): Promise<void> {
  const applied = await migrate(loadEnvironment(MigrateEnvironment).STOA_DATABASE_URL);
  console.log(applied.length > 0 ? `applied ${applied.join(', ')}` : 'the database is up to date');
}

main().catch((error: unknown) => {
  const expected = error instanceof ConfigurationError || error instanceof UnsuitableDatabaseError;
  console.error(expected ? error.message : error);
  process.exitCode = 1;
});
