import { Metrics } from './metrics';

/** What a cache counts of itself, since the start of the process. */
export interface CacheUse {
  hits: number;
  misses: number;
  /** Times that what was there turned out to be of an older version and was brought up to date. */
  refreshes?: number;
}

const cachesOf = new WeakMap<Metrics, Map<string, CacheUse>>();

/** Shows a cache in the process's metrics. @param use is read whenever they are scraped */
export function meterCache(metrics: Metrics, cache: string, use: CacheUse): void {
  const caches = cachesOf.get(metrics) ?? declare(metrics);
  cachesOf.set(metrics, caches);
  caches.set(cache, use);
}

function declare(metrics: Metrics): Map<string, CacheUse> {
  const caches = new Map<string, CacheUse>();
  metrics.total(
    'stoa_cache_requests_total',
    'What was asked of caches in the process, by outcome; refresh: brought up to date.',
    ['cache', 'outcome'],
    function* () {
      for (const [cache, { hits, misses, refreshes }] of caches) {
        yield [{ cache, outcome: 'hit' }, hits];
        yield [{ cache, outcome: 'miss' }, misses];
        if (refreshes !== undefined) yield [{ cache, outcome: 'refresh' }, refreshes];
      }
    },
  );
  return caches;
}
