import { type RedisAddress, type RedisNode, clusterNames, redisNodes } from '@stoa/config';
import { KEEP_ALIVE_MS, LOOK_AT_CLUSTER_MS } from '@stoa/redis-client';
import { Cluster } from 'ioredis';

interface WaitingOptions {
  readonly maxRetriesPerRequest: number | null;
  readonly keepAlive?: number;
  readonly connectTimeout?: number;
}

/** As a type of its own members: BullMQ asks for one that allows further ones. */
type ServerOptions = {
  [Option in keyof (RedisNode & WaitingOptions)]: (RedisNode & WaitingOptions)[Option];
} & { enableOfflineQueue: boolean };

/** What BullMQ connects with: options, from which it makes connections of its own, or those of a cluster. */
export interface WorkConnection {
  readonly connection: ServerOptions | Cluster;
  /** To be called after BullMQ was closed, which leaves connections alone that it was given. */
  close(): void;
}

/** For taking work: commands wait for Redis, however long it is away. */
export function connectForTakingWork(address: RedisAddress): WorkConnection {
  return workConnection(address, { maxRetriesPerRequest: null }, true);
}

/** For adding work: commands fail at once while Redis is away. */
export function connectForAddingWork(address: RedisAddress): WorkConnection {
  return workConnection(address, { maxRetriesPerRequest: 0, connectTimeout: 2_000 }, false);
}

function workConnection(address: RedisAddress, options: WaitingOptions, enableOfflineQueue: boolean): WorkConnection {
  const [node, ...others] = redisNodes(address);
  const redisOptions = { ...node, keepAlive: KEEP_ALIVE_MS, ...options };
  if (!address.cluster) return { connection: { ...redisOptions, enableOfflineQueue }, close: () => undefined };
  const cluster = new Cluster([node, ...others], {
    ...clusterNames(address),
    slotsRefreshInterval: LOOK_AT_CLUSTER_MS,
    redisOptions,
    enableOfflineQueue,
  });
  // Outages show in BullMQ's own events; without a listener ioredis prints to the console.
  cluster.on('error', () => undefined);
  return { connection: cluster, close: () => cluster.disconnect() };
}
