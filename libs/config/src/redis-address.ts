import type { RedisServiceEnvironment } from './service-environment';
import { ConfigurationError } from './validate-environment';
import { listOf } from './variables';

export interface RedisAddress {
  /** `redis://` or `rediss://`, with user, password and database as needed; several, separated by commas, of a cluster. */
  readonly url: string;
  /** The addresses are nodes of a Redis Cluster. */
  readonly cluster?: boolean;
}

/** One server, as Redis clients take it. */
export interface RedisNode {
  readonly host: string;
  readonly port: number;
  readonly username?: string;
  readonly password?: string;
  /** Number of the database; a cluster has only 0. */
  readonly db?: number;
  readonly tls?: Record<string, never>;
}

const REDIS_PORT = 6379;

/** The address that a service is configured with. @throws ConfigurationError if it names several servers that are no cluster */
export function redisAddress(environment: RedisServiceEnvironment): RedisAddress {
  const address = { url: environment.STOA_REDIS_URL, cluster: environment.STOA_REDIS_CLUSTER };
  if (!address.cluster && listOf(address.url).length > 1)
    throw new ConfigurationError('STOA_REDIS_URL: several servers need STOA_REDIS_CLUSTER=on');
  return address;
}

/** The servers of an address; user, password and encryption of the first hold for all, also for those that it names. */
export function redisNodes({ url }: RedisAddress): [RedisNode, ...RedisNode[]] {
  const [first = '', ...others] = listOf(url);
  const node = nodeOf(first);
  return [node, ...others.map((other) => ({ ...node, host: nodeOf(other).host, port: nodeOf(other).port }))];
}

/** What clients of a cluster need in addition to its servers. */
export interface ClusterNames {
  readonly dnsLookup?: (host: string, callback: (error: null, host: string) => void) => void;
}

/**
 * With encryption, servers keep their names: clients of a cluster replace them by numbers before they connect, and the
 * certificate would be that of another.
 */
export function clusterNames(address: RedisAddress): ClusterNames {
  const [{ tls }] = redisNodes(address);
  return tls === undefined ? {} : { dnsLookup: (host, callback) => callback(null, host) };
}

function nodeOf(text: string): RedisNode {
  const url = new URL(text);
  const db = Number(url.pathname.slice(1));
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || REDIS_PORT),
    ...(url.username && { username: decodeURIComponent(url.username) }),
    ...(url.password && { password: decodeURIComponent(url.password) }),
    ...(db > 0 && { db }),
    ...(url.protocol === 'rediss:' && { tls: {} }),
  };
}
