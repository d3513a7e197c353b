import { PrismaPg } from '@prisma/adapter-pg';
import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
  Transaction,
} from '@prisma/driver-adapter-utils';
import { Pool, type PoolClient } from 'pg';
import type { PrismaClient } from './generated/client';

type ClientModule = typeof import('./generated/client');

const clients = new WeakMap<PoolClient, PrismaClient>();

/** The client whose statements take any connection of the pool. */
export function prismaOfPool(pool: Pool): PrismaClient {
  return createClient(new PrismaPg(pool));
}

/** The client whose statements all run on one connection, within the transaction that is open there. */
export function prismaOfConnection(connection: PoolClient): PrismaClient {
  const client = clients.get(connection) ?? createClient(connectionAdapter(connection));
  clients.set(connection, client);
  return client;
}

/** The engine is loaded when a client is first wanted: processes that want none do without its 100 MB. */
function createClient(adapter: SqlMigrationAwareDriverAdapterFactory): PrismaClient {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- a getter loads it, so it cannot be awaited
  const { PrismaClient: Client }: ClientModule = require('./generated/client');
  return new Client({ adapter });
}

function connectionAdapter(connection: PoolClient): SqlMigrationAwareDriverAdapterFactory {
  const pool = new Pool();
  Object.defineProperty(pool, 'query', { value: connection.query.bind(connection) });
  const factory = new PrismaPg(pool);
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => {
      const adapter: SqlDriverAdapter = await factory.connect();
      adapter.startTransaction = () => openSavepoint(connection, adapter);
      return adapter;
    },
    connectToShadowDb: () => factory.connectToShadowDb(),
  };
}

/** What Prisma does in several statements is a part of the open transaction, to be undone alone. */
async function openSavepoint(connection: PoolClient, adapter: SqlDriverAdapter): Promise<Transaction> {
  await connection.query('SAVEPOINT prisma');
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    // Prisma sends no COMMIT or ROLLBACK of its own.
    options: { usePhantomQuery: true },
    queryRaw: (query) => adapter.queryRaw(query),
    executeRaw: (query) => adapter.executeRaw(query),
    commit: async () => {
      await connection.query('RELEASE SAVEPOINT prisma');
    },
    rollback: async () => {
      await connection.query('ROLLBACK TO SAVEPOINT prisma');
      await connection.query('RELEASE SAVEPOINT prisma');
    },
  };
}
