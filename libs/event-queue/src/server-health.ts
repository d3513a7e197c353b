import { UnavailableError } from '@stoa/errors';
import type { Metrics } from '@stoa/observability';
import type { RedisLink } from './redis-link';

/** What one server says of itself. */
interface ServerHealth {
  /** Host and port. */
  readonly server: string;
  readonly usedBytes: number;
  /** `maxmemory`; 0 without one. */
  readonly limitBytes: number;
  /** Connected replicas. */
  readonly standbys: number;
}

/** A number of the reply of INFO; 0 where the server does not tell it. */
function numberIn(info: string, name: string): number {
  return Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
}

/** The primaries' health. @throws UnavailableError if one of them does not answer */
async function askServers(link: RedisLink): Promise<ServerHealth[]> {
  return Promise.all(
    link.masters().map(async (server) => {
      const info = await link.plain('info', () => server.info('everything'));
      return {
        server: `${server.options.host}:${server.options.port}`,
        usedBytes: numberIn(info, 'used_memory'),
        limitBytes: numberIn(info, 'maxmemory'),
        standbys: numberIn(info, 'connected_slaves'),
      };
    }),
  );
}

/** Shows memory and replicas of Redis' primaries at each scrape; nothing while one of them does not answer. */
export function meterServers(link: RedisLink, metrics: Metrics): void {
  const used = metrics.gauge('stoa_redis_used_bytes', 'Memory that a primary of Redis uses.', ['server']);
  const standbys = metrics.gauge('stoa_redis_standbys', 'Connected replicas of a primary of Redis.', ['server']);
  metrics.gauge('stoa_redis_limit_bytes', 'Memory that a primary of Redis may use.', ['server'], async (limit) => {
    const found = await askServers(link).catch((error: unknown) => {
      if (error instanceof UnavailableError) return [];
      throw error;
    });
    for (const gauge of [used, limit, standbys]) gauge.reset();
    for (const { server, usedBytes, limitBytes, standbys: count } of found) {
      used.set({ server }, usedBytes);
      standbys.set({ server }, count);
      if (limitBytes > 0) limit.set({ server }, limitBytes);
    }
  });
}
