import { NatsConnection, connect } from 'nats';

export type { NatsConnection };

/** Injection token of the process' {@link NatsConnection}. */
export const NATS_CONNECTION = Symbol('NATS_CONNECTION');

/**
 * Connects to NATS and stays connected: reconnects without limit, so an outage of NATS costs failed calls and never a
 * process. Pings find a dead peer within about 20 seconds.
 * @param urls one URL, or several separated by commas
 */
export async function connectToNats(urls: string, name: string): Promise<NatsConnection> {
  return connect({
    servers: urls.split(',').map((url) => url.trim()),
    name,
    reconnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
    reconnectJitter: 100,
    pingInterval: 10_000,
    maxPingOut: 2,
    noEcho: false,
    // A stack per request, in case it fails, costs more than the request.
    noAsyncTraces: true,
  });
}
