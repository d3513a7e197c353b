import { Client } from 'pg';
import { migrate } from './migrate';
import { TABLES_OUTSIDE_SCHEMA, readSchema } from './schema-files';
import { MigrationPool } from './migration-pool';
import { openSchemaEngine } from './schema-engine';

/**
 * SQL that leads from the migrations to the Prisma schema: what the next migration must do, empty when nothing. The
 * migrations are applied to a scratch database on the given server, which is dropped again.
 */
export async function nextMigration(serverUrl: string): Promise<string> {
  const scratch = `stoa_next_migration_${process.pid}_${Date.now()}`;
  const url = new URL(serverUrl);
  url.pathname = `/${scratch}`;
  const admin = new Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${scratch}`);
    try {
      await migrate(url.href);
      return await difference(url.href);
    } finally {
      await admin.query(`DROP DATABASE ${scratch} WITH (FORCE)`);
    }
  } finally {
    await admin.end();
  }
}

async function difference(databaseUrl: string): Promise<string> {
  const pool = new MigrationPool(databaseUrl, 0);
  try {
    const engine = await openSchemaEngine(pool);
    try {
      const { rows } = await pool.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relispartition AND relkind = 'r'`,
      );
      const { stdout } = await engine.diff({
        from: { tag: 'schemaDatasource', files: readSchema(), configDir: '' },
        to: { tag: 'schemaDatamodel', files: readSchema() },
        script: true,
        exitCode: null,
        filters: {
          externalTables: [...TABLES_OUTSIDE_SCHEMA, ...rows.map(({ name }) => name)].map((name) => `public.${name}`),
          externalEnums: [],
        },
      });
      return (stdout ?? '').replace('-- This is an empty migration.', '').trim();
    } finally {
      engine.free();
    }
  } finally {
    await pool.end();
  }
}
