import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';

/** libs/database/prisma, at the same relative place for sources and compiled files. */
const prismaFolder = path.resolve(__dirname, '../../prisma');

export interface SchemaFile {
  path: string;
  content: string;
}

export function readSchema(folder = path.join(prismaFolder, 'schema')): SchemaFile[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.prisma'))
    .sort()
    .map((name) => ({ path: path.join(folder, name), content: readFileSync(path.join(folder, name), 'utf8') }));
}

/** The migrations in the form that Prisma's engine takes, oldest first. */
export function readMigrations(folder = path.join(prismaFolder, 'migrations')): MigrationList {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(folder, entry.name, 'migration.sql')))
    .map((entry) => entry.name)
    .sort();
  return {
    baseDir: folder,
    // Its content never changes; the compiled tree does not hold the file.
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: names.map((name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok', value: readFileSync(path.join(folder, name, 'migration.sql'), 'utf8') },
      },
    })),
  };
}

/** Tables that SQL makes and the Prisma schema does not know. */
export const TABLES_OUTSIDE_SCHEMA = ['outbox', 'change_log', 'relay_partition', '_sql_functions'];
