import { type ServiceEnvironment, listOf } from '@stoa/config';
import { ConnectionOptions, ErrorCode, NatsConnection, NatsError, connect } from 'nats';

export type { NatsConnection };

/** Injection token of the process's {@link NatsConnection}. */
export const NATS_CONNECTION = Symbol('NATS_CONNECTION');

/** For a server to answer a new connection. */
const CONNECT_MS = 1_000;
/** For one of them to answer the first one. */
const FIRST_CONNECTION_MS = 20_000;

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
 * process. Pings find a dead peer within four seconds, and a server that does not answer is passed over after
 * another one: the first that is tried is the one that was lost.
 * @param urls one URL, or several separated by commas; `tls://` refuses a server that does not encrypt
 * @throws NatsUnreachableError if the first connection fails
 */
export async function connectToNats(
  urls: string,
  name: string,
  credentials?: NatsCredentials,
): Promise<NatsConnection> {
  const servers = listOf(urls);
  const options: ConnectionOptions = {
    servers,
    name,
    ...(credentials && { user: credentials.user, pass: credentials.password }),
    ...(servers.some((url) => url.startsWith('tls://')) && { tls: {} }),
    reconnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
    reconnectJitter: 100,
    pingInterval: 1_200,
    maxPingOut: 2,
    noEcho: false,
    // A stack per request, in case it fails, costs more than the request.
    noAsyncTraces: true,
    timeout: CONNECT_MS,
  };
  const begun = performance.now();
  for (;;) {
    try {
      return await connect(options);
    } catch (error) {
      // A machine may be busy while everything starts on it.
      const isSlow = error instanceof NatsError && error.code === ErrorCode.Timeout;
      if (!isSlow || performance.now() - begun > FIRST_CONNECTION_MS) throw new NatsUnreachableError(servers, error);
    }
  }
}
