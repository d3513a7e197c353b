import type { Logger } from '@stoa/observability';
import { Redis } from 'ioredis';

export interface RedisConnectionOptions {
  /** Shown by Redis' CLIENT LIST. */
  name: string;
  /** Put before every key; tests that share a server use it. */
  keyPrefix?: string;
  /** Longest wait for one command, in milliseconds. */
  commandTimeoutMs?: number;
}

const LONGEST_PAUSE_MS = 1_000;

/**
 * Connects in the background and reconnects for ever. While there is no connection commands fail at once instead of
 * queueing up, so whoever uses it decides what happens without Redis. Commands given in the same turn of the event loop
 * share one round trip.
 */
export function createRedisConnection(url: string, log: Logger, options: RedisConnectionOptions): Redis {
  const connection = new Redis(url, {
    connectionName: options.name,
    keyPrefix: options.keyPrefix,
    commandTimeout: options.commandTimeoutMs ?? 1_000,
    connectTimeout: 2_000,
    enableAutoPipelining: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 5), LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2),
  });
  logOutages(connection, log, options.name);
  return connection;
}

/** One line when an outage begins and one when it ends, however often the connection is tried. */
function logOutages(connection: Redis, log: Logger, name: string): void {
  let isOut = false;
  connection.on('error', (error: unknown) => {
    if (!isOut) log.warn({ err: error, connection: name }, 'Redis is out of reach');
    isOut = true;
  });
  connection.on('ready', () => {
    if (isOut) log.info({ connection: name }, 'Redis is back');
    isOut = false;
  });
}
