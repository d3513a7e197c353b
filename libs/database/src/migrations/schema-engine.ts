import { readFileSync } from 'node:fs';
import { PrismaPg } from '@prisma/adapter-pg';
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import {
  ColumnTypeEnum,
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
  bindMigrationAwareSqlAdapterFactory,
} from '@prisma/driver-adapter-utils';
import { MigrationPool } from './migration-pool';
import { readSchema } from './schema-files';

type EngineModule = typeof import('@prisma/schema-engine-wasm/schema_engine_bg');

/** Part of every Node.js; its types come with the browser's, which nothing else here wants. */
declare const WebAssembly: {
  instantiate(binary: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

let loaded: Promise<EngineModule> | undefined;

/**
 * Prisma's real migration engine, compiled to WebAssembly: the native one would have to be downloaded.
 * The caller frees it.
 */
export async function openSchemaEngine(pool: MigrationPool): Promise<SchemaEngine> {
  loaded ??= loadEngine();
  const { SchemaEngine: Engine } = await loaded;
  const datamodels = readSchema().map(({ path, content }): [string, string] => [path, content]);
  return Engine.new({ datamodels }, () => undefined, bindMigrationAwareSqlAdapterFactory(migrationAdapter(pool)));
}

async function loadEngine(): Promise<EngineModule> {
  const engine: EngineModule = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const binary = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/\.js$/, '.wasm');
  const imports = Object.fromEntries(
    Object.entries(engine).map(([name, value]) => [name, withoutHolding(name, value)]),
  );
  const { instance } = await WebAssembly.instantiate(readFileSync(binary), { './schema_engine_bg.js': imports });
  engine.__wbg_set_wasm(instance.exports);
  const start = instance.exports['__wbindgen_start'];
  if (typeof start === 'function') start();
  return engine;
}

/** The engine leaves its ten-second timer for the migration lock behind; it must not keep a finished process alive. */
function withoutHolding(name: string, value: unknown): unknown {
  if (!/^__wbg_setTimeout_/.test(name) || typeof value !== 'function') return value;
  return (...args: unknown[]) => {
    const timer: NodeJS.Timeout = Reflect.apply(value, undefined, args);
    timer.unref();
    return timer;
  };
}

/**
 * The adapter as the engine needs it: its own executeScript cuts at every semicolon, which ends functions in their middle,
 * and the engine wants the catalog's "char" columns as characters.
 */
function migrationAdapter(pool: MigrationPool): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg(pool);
  const adapt = (adapter: SqlDriverAdapter): SqlDriverAdapter => {
    adapter.executeScript = async (script) => {
      try {
        await pool.query(script);
      } catch (error) {
        pool.scriptError = error;
        throw error;
      }
    };
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      for (const position of pool.charColumns) result.columnTypes[position] = ColumnTypeEnum.Character;
      return result;
    };
    return adapter;
  };
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => adapt(await factory.connect()),
    connectToShadowDb: () => Promise.reject(new Error('No shadow database: compare with a migrated one')),
  };
}
