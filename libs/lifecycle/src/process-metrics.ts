import { SERVICE_VERSION } from '@stoa/contracts/server';
import { Metrics } from '@stoa/observability';
import type { NatsConnection } from '@stoa/rpc';
import { meterJobs } from './periodic-job';

/** What every process reports of itself in addition to the standard metrics. */
export function meterProcess(metrics: Metrics, nats: NatsConnection): void {
  metrics.gauge('stoa_build_info', 'Always 1; the label tells the release.', ['version'], (gauge) =>
    gauge.set({ version: SERVICE_VERSION }, 1),
  );
  meterJobs(metrics);
  let isConnected = true;
  metrics.gauge('stoa_nats_connected', '1 while the process is connected to NATS.', [], (gauge) =>
    gauge.set(isConnected ? 1 : 0),
  );
  const losses = metrics.counter('stoa_nats_disconnects_total', 'Times that the connection to NATS was lost.');
  void follow(nats, (type) => {
    if (type === 'disconnect') losses.inc();
    if (type === 'disconnect' || type === 'reconnect') isConnected = type === 'reconnect';
  });
}

/** Ends with the connection. */
async function follow(nats: NatsConnection, onStatus: (type: string) => void): Promise<void> {
  for await (const { type } of nats.status()) onStatus(type);
}
