import { type RedisAddress, clusterNames, redisNodes } from '@stoa/config';
import type { Logger } from '@stoa/observability';
import { BatchingRedis, KEEP_ALIVE_MS, LOOK_AT_CLUSTER_MS } from '@stoa/redis-client';
import { Cluster } from 'ioredis';
import type { Redis, RedisOptions } from 'ioredis';

export interface RedisConnectionOptions {
  /** Shown by Redis' CLIENT LIST. */
  name: string;
  /** Put before every key; tests that share a server use it. */
  keyPrefix?: string;
  /** Longest wait for one command, in milliseconds. */
  commandTimeoutMs?: number;
}

const LONGEST_PAUSE_MS = 1_000;
/** A connection on which a command waits and nothing comes for so long (ms) is given up for another one. */
const SILENCE_MS = 3_000;

/** A connection to one server, or to those of a cluster. */
export type RedisConnection = Redis | Cluster;

/**
 * Connects in the background and keeps reconnecting. Without a connection, commands fail at once instead of queueing, so
 * that the caller decides what happens without Redis. Commands given in the same turn of the event loop
 * leave together, except to a cluster, whose servers have a connection each.
 */
export function createRedisConnection(
  address: RedisAddress,
  log: Logger,
  options: RedisConnectionOptions,
): RedisConnection {
  const [node, ...others] = redisNodes(address);
  const redisOptions: RedisOptions = {
    ...node,
    connectionName: options.name,
    commandTimeout: options.commandTimeoutMs ?? 1_000,
    connectTimeout: 2_000,
    keepAlive: KEEP_ALIVE_MS,
    socketTimeout: SILENCE_MS,
    maxRetriesPerRequest: 0,
  };
  const { keyPrefix } = options;
  const connection = address.cluster
    ? new Cluster([node, ...others], {
        ...clusterNames(address),
        slotsRefreshInterval: LOOK_AT_CLUSTER_MS,
        redisOptions,
        keyPrefix,
        enableOfflineQueue: false,
        clusterRetryStrategy: pauseMs,
      })
    : new BatchingRedis({
        ...redisOptions,
        keyPrefix,
        enableOfflineQueue: false,
        retryStrategy: pauseMs,
      });
  logOutages(connection, log, options.name);
  return connection;
}

/** Milliseconds before the next attempt to connect: longer and longer, and different in every process. */
function pauseMs(attempt: number): number {
  return Math.min(50 * 2 ** Math.min(attempt, 5), LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2);
}

/** One line when an outage begins and one when it ends, however often the connection is tried. */
function logOutages(connection: RedisConnection, log: Logger, name: string): void {
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
