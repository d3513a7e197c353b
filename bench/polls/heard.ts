import type { BenchCluster } from '../support/bench-cluster';

/** Polls that were held and answered, and events of streams, since the gateways' start. */
export async function heard(cluster: BenchCluster): Promise<number> {
  const names = ['stoa_held_poll_answers_total', 'stoa_event_stream_events_total'];
  const series = await Promise.all(names.map((name) => cluster.metricByReplica(name, ['gateway'])));
  return series.flat().reduce((sum, { value }) => sum + value, 0);
}
