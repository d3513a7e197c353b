import { type ServiceEnvironment, listOf } from '@stoa/config';
import { NatsConnection, connect } from 'nats';

export type { NatsConnection };

/** Injection token of the process's {@link NatsConnection}. */
export const NATS_CONNECTION = Symbol('NATS_CONNECTION');

/** Who this process is at NATS. */
export interface NatsCredentials {
  user: string;
  password: string;
}

/** No server of those that were named takes the first connection. The message is one line that names them. */
export class NatsUnreachableError extends Error {
  constructor(servers: readonly string[], cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    super(`NATS does not take connections at ${servers.join(', ')} (${code})`, { cause });
    this.name = 'NatsUnreachableError';
  }
}

/** As configured; undefined for a server that asks nobody who they are. */
export function natsCredentials(environment: ServiceEnvironment): NatsCredentials | undefined {
  const { STOA_NATS_USER: user, STOA_NATS_PASSWORD: password } = environment;
  return user === 'none' ? undefined : { user, password };
}

/**
 * Connects to NATS and stays connected: reconnects without limit, so an outage of NATS costs failed calls and never a
 * process. Pings find a dead peer within about 15 seconds.
 * @param urls one URL, or several separated by commas; `tls://` refuses a server that does not encrypt
 * @throws NatsUnreachableError if the first connection fails
 */
export async function connectToNats(
  urls: string,
  name: string,
  credentials?: NatsCredentials,
): Promise<NatsConnection> {
  const servers = listOf(urls);
  const connection = connect({
    servers,
    name,
    ...(credentials && { user: credentials.user, pass: credentials.password }),
    ...(servers.some((url) => url.startsWith('tls://')) && { tls: {} }),
    reconnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
    reconnectJitter: 100,
    pingInterval: 5_000,
    maxPingOut: 2,
    noEcho: false,
    // A stack per request, in case it fails, costs more than the request.
    noAsyncTraces: true,
  });
  return connection.catch((error: unknown) => {
    throw new NatsUnreachableError(servers, error);
  });
}
