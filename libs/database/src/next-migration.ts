import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UrlVariable, loadEnvironment } from '@stoa/config';
import { nextMigration } from './migrations/next-migration';

class NextMigrationEnvironment {
  @UrlVariable({
    schemes: ['postgresql', 'postgres'],
    secret: true,
    doc: 'A PostgreSQL server for a scratch database.',
  })
  STOA_DATABASE_URL!: string;
}

/**
 * `node dist/libs/database/src/next-migration.js <name>`, from the repository's root: writes the migration that leads to the
 * changed schema into libs/database/prisma/migrations. Read it before committing: expand, migrate, contract.
 */
async function main(): Promise<void> {
  const name = process.argv[2];
  if (!name || !/^[a-z0-9_]+$/.test(name)) throw new Error('usage: next-migration <name_in_snake_case>');
  const sql = await nextMigration(loadEnvironment(NextMigrationEnvironment).STOA_DATABASE_URL);
  if (sql === '') {
    console.log('the migrations already lead to the schema');
    return;
  }
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = path.resolve('libs/database/prisma/migrations', `${stamp}_${name}`);
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'migration.sql'), `${sql}\n`);
  console.log(`wrote ${path.join(folder, 'migration.sql')}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
