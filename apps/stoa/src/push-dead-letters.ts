import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ConfigurationError, ServiceEnvironment, loadEnvironment } from '@stoa/config';
import { DomainError, discardPushDeadLetters, listPushDeadLetters, replayPushDeadLetters } from '@stoa/contracts';
import { CallContext, RpcClient, connectToNats, natsCredentials } from '@stoa/rpc';

const USAGE = `node dist/apps/stoa/src/push-dead-letters.js list | replay | discard [--realm ID] [--all | IDS…]

  list      notifications that failed for good, a line of JSON each, oldest first
  replay    tries them again, with all their time
  discard   forgets them`;

const PAGE = 1000;
const PATIENCE_MS = 30_000;

class UsageError extends Error {}

interface Chosen {
  realmId: number | null;
  /** Null: all. */
  ids: number[] | null;
}

const context = (): CallContext => ({ requestId: randomUUID(), deadlineAt: Date.now() + PATIENCE_MS });

async function list(client: RpcClient, { realmId }: Chosen): Promise<void> {
  for (let afterId = 0; ;) {
    const { letters } = await client.call(listPushDeadLetters, context(), { realmId, afterId, limit: PAGE });
    for (const letter of letters) console.log(JSON.stringify(letter));
    const last = letters.at(-1);
    if (!last || letters.length < PAGE) return;
    afterId = last.id;
  }
}

async function act(client: RpcClient, action: string, chosen: Chosen): Promise<void> {
  switch (action) {
    case 'list':
      return list(client, chosen);
    case 'replay': {
      const { count } = await client.call(replayPushDeadLetters, context(), chosen);
      console.log(`${count} will be tried again`);
      return;
    }
    case 'discard': {
      const { count } = await client.call(discardPushDeadLetters, context(), chosen);
      console.log(`${count} are forgotten`);
      return;
    }
    default:
      throw new UsageError(USAGE);
  }
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { realm: { type: 'string' }, all: { type: 'boolean', default: false } },
    });
  } catch {
    throw new UsageError(USAGE);
  }
}

/** @throws UsageError */
function readCommand(): { action: string; chosen: Chosen } {
  const { values, positionals } = readArguments();
  const [action = '', ...rest] = positionals;
  const ids = rest.map(Number);
  const realmId = values.realm === undefined ? null : Number(values.realm);
  const numbers = realmId === null ? ids : [...ids, realmId];
  if (!numbers.every(Number.isSafeInteger)) throw new UsageError(USAGE);
  // Forgetting everything by forgetting an argument must not be possible.
  if (action !== 'list' && values.all === ids.length > 0) throw new UsageError(USAGE);
  return { action, chosen: { realmId, ids: ids.length > 0 ? ids : null } };
}

/** What an operator does with notifications that failed for good (docs/push.md), through any replica of the push service. */
async function main(): Promise<void> {
  const { action, chosen } = readCommand();
  const environment = loadEnvironment(ServiceEnvironment);
  const name = 'push-dead-letters';
  const connection = await connectToNats(environment.STOA_NATS_URL, name, natsCredentials(environment));
  try {
    await act(new RpcClient(connection), action, chosen);
  } finally {
    await connection.close();
  }
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    const expected = [UsageError, ConfigurationError, DomainError].some((type) => error instanceof type);
    console.error(expected && error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
