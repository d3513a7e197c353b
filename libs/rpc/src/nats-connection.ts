import { setTimeout as pause } from 'node:timers/promises';
import { type ServiceEnvironment, listOf } from '@stoa/config';
import { ConnectionOptions, ErrorCode, NatsConnection, NatsError, connect } from 'nats';

export type { NatsConnection };

/** Injection token of the process's {@link NatsConnection}. */
export const NATS_CONNECTION = Symbol('NATS_CONNECTION');

/** For a server to answer a new connection. */
const CONNECT_MS = 1_000;
/** For one of them to answer the first one. */
const FIRST_CONNECTION_MS = 20_000;
/** Between tries while nobody is there. */
const RETRY_MS = 500;
/** Waiting changes none of these. */
const FINAL: ReadonlySet<string> = new Set([
  ErrorCode.AuthorizationViolation,
  ErrorCode.AuthenticationExpired,
  ErrorCode.BadAuthentication,
]);

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

/** Of a process that waits for servers that are not there yet. */
export interface NatsPatience {
  forMs: number;
  /** Called once, when the waiting begins. */
  onWait: (reason: NatsUnreachableError) => void;
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
 * @param patience none unless given: servers must be there
 * @throws NatsUnreachableError if the first connection fails, or nobody was there for as long as patience lasts
 */
export async function connectToNats(
  urls: string,
  name: string,
  credentials?: NatsCredentials,
  patience?: NatsPatience,
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
    // Seldom, and one that is not answered by the next is enough: each wakes a process that has nothing else to do.
    pingInterval: 1_900,
    maxPingOut: 1,
    noEcho: false,
    // A stack per request, in case it fails, costs more than the request.
    noAsyncTraces: true,
    timeout: CONNECT_MS,
  };
  const begun = performance.now();
  let isWaiting = false;
  for (;;) {
    try {
      return await connect(options);
    } catch (error) {
      const elapsedMs = performance.now() - begun;
      // A machine may be busy while everything starts on it.
      if (codeOf(error) === ErrorCode.Timeout && elapsedMs < FIRST_CONNECTION_MS) continue;
      const reason = new NatsUnreachableError(servers, error);
      if (!patience || FINAL.has(codeOf(error)) || elapsedMs >= patience.forMs) throw reason;
      if (!isWaiting) patience.onWait(reason);
      isWaiting = true;
      await pause(RETRY_MS);
    }
  }
}

function codeOf(error: unknown): string {
  return error instanceof NatsError ? error.code : '';
}
