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
  let asked: Promise<ServerHealth[]> | undefined;
  // One question for all metrics of a scrape.
  const ask = () => {
    asked ??= askServers(link)
      .catch((error: unknown) => {
        if (error instanceof UnavailableError) return [];
        throw error;
      })
      .finally(() => (asked = undefined));
    return asked;
  };
  const perServer = (name: string, help: string, value: (health: ServerHealth) => number | undefined) =>
    metrics.gauge(name, help, ['server'], async (gauge) => {
      const found = await ask();
      gauge.reset();
      for (const health of found) {
        const shown = value(health);
        if (shown !== undefined) gauge.set({ server: health.server }, shown);
      }
    });
  perServer('stoa_redis_used_bytes', 'Memory that a primary of Redis uses.', ({ usedBytes }) => usedBytes);
  perServer('stoa_redis_limit_bytes', 'Memory that a primary of Redis may use, where it is bounded.', (health) =>
    health.limitBytes > 0 ? health.limitBytes : undefined,
  );
  perServer('stoa_redis_standbys', 'Connected replicas of a primary of Redis.', ({ standbys }) => standbys);
}
