import type { Client } from 'pg';
import { cutConnection } from './cut-connection';

/** After so long without an answer (ms), another connection is asked whether the server is still the one that there is. */
const SILENCE_MS = 3_000;
const LOOK_MS = 1_000;
/** A server that starts anew, or another one in its place, has another one of these. */
const IDENTITY = 'SELECT pg_postmaster_start_time()::text AS identity';

interface Connection {
  /** What the server said when it was opened. */
  identity: string;
  /** Statements that wait for their answers. */
  open: number;
  /** Since when the server owes an answer: the first of them was sent, or another one answered (`performance.now()`). */
  asked?: number;
}

/**
 * Finds the connections of a pool whose server is lost. A machine that is gone says nothing, and what was sent to it waits
 * until the system gives up after a quarter of an hour. So when a statement has had no answer for a while, a new connection
 * asks who serves now; connections to anybody else are ended, and their statements fail. A server that is only slow is the
 * same one.
 */
export class LostServers {
  private readonly connections = new Map<Client, Connection>();
  /** Those whose server owes an answer. */
  private readonly waiting = new Set<Connection>();
  /** Runs while there are such: who does nothing sleeps. */
  private timer: NodeJS.Timeout | undefined;
  private isAsking = false;

  /** @param connection makes a new connection, which is not connected yet */
  constructor(private readonly connection: () => Client) {}

  /** Asks a new connection whose it is, before anybody uses it. @throws Error when it ends at once */
  async opened(client: Client): Promise<void> {
    this.connections.set(client, { identity: await identityOf(client), open: 0 });
  }

  closed(client: Client): void {
    this.forget(client);
  }

  asked(client: Client): void {
    const connection = this.connections.get(client);
    if (!connection) return;
    connection.open += 1;
    connection.asked ??= performance.now();
    this.waiting.add(connection);
    this.timer ??= setInterval(() => void this.look(), LOOK_MS).unref();
  }

  answered(client: Client): void {
    const connection = this.connections.get(client);
    if (!connection) return;
    connection.open -= 1;
    connection.asked = connection.open > 0 ? performance.now() : undefined;
    if (connection.open === 0) this.waitsNoMore(connection);
  }

  /** Whether a connection was found to lead to a server that is not there any more. */
  isLost(client: Client): boolean {
    return !this.connections.has(client);
  }

  private async look(): Promise<void> {
    const since = performance.now() - SILENCE_MS;
    const isSilent = [...this.waiting].some(({ asked }) => asked !== undefined && asked < since);
    if (this.isAsking || !isSilent) return;
    this.isAsking = true;
    const identity = await this.currentIdentity();
    this.isAsking = false;
    if (identity === undefined) return;
    for (const [client, { identity: own, asked }] of this.connections) {
      if (own === identity) continue;
      this.forget(client);
      // What waits on it fails. One that nobody uses is ended when it is taken.
      if (asked !== undefined) cutConnection(client);
    }
  }

  private forget(client: Client): void {
    const connection = this.connections.get(client);
    if (!connection) return;
    this.connections.delete(client);
    this.waitsNoMore(connection);
  }

  private waitsNoMore(connection: Connection): void {
    this.waiting.delete(connection);
    if (this.waiting.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async currentIdentity(): Promise<string | undefined> {
    const client = this.connection();
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await identityOf(client);
    } catch {
      // Nobody serves now: there is nothing better to connect to.
      return undefined;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** @throws Error when the connection ends */
async function identityOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(IDENTITY);
  const [row] = rows;
  if (!row) throw new Error('the server did not say when it started');
  return row.identity;
}
