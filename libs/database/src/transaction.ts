import { UnavailableError } from '@stoa/errors';
import type { PoolClient } from 'pg';
import { cutConnection } from './cut-connection';
import type { TransactionPool } from './pool';

/** The parts of a transaction, each of which may send several statements without waiting between them. */
export interface TransactionSteps<B, T> {
  /** Longest life, in milliseconds; after it the connection is cut, even in the middle of a statement. */
  longestMs: number;
  /** Sends the statement that begins it, and what follows whatever that is answered. */
  begin(client: PoolClient): Promise<B>;
  work(client: PoolClient, begun: B): Promise<T>;
  /** Sends the last statement, which leaves together with COMMIT: that it fails must be for the server to say. */
  last?(result: T): Promise<unknown> | undefined;
}

/**
 * Runs `work` on one connection of the pool between BEGIN and COMMIT. In every case the connection goes back to the
 * pool outside a transaction, or is closed.
 * @throws what a step threw, after ROLLBACK
 */
export async function inTransaction<B, T>(
  pool: TransactionPool,
  { longestMs, begin, work, last }: TransactionSteps<B, T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  let hasExpired = false;
  const timer = setTimeout(() => {
    hasExpired = true;
    // What runs or waits on the connection fails at once; the server rolls back after the statement that it is in.
    cutConnection(client);
  }, longestMs);
  try {
    const begun = await inOneWrite(client, () => begin(client));
    const result = await work(client, begun);
    await inOneWrite(client, () => Promise.all([last?.(result), commit(client)]));
    return result;
  } catch (error) {
    broken = await rollBack(client);
    throw hasExpired ? new UnavailableError('A transaction took too long', { cause: error }) : error;
  } finally {
    clearTimeout(timer);
    client.release(broken);
  }
}

/** What `send` sends before it waits leaves in one write: each that wakes the server costs more than a short statement. */
function inOneWrite<T>(client: PoolClient, send: () => Promise<T>): Promise<T> {
  const { stream } = client.connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

/** Holds back what is sent until whoever runs now, and all that follows from it at once, has sent what it has. */
export function sendLater(client: PoolClient): void {
  const { stream } = client.connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** After a failed statement PostgreSQL answers COMMIT with ROLLBACK and no error; `work` may have caught that failure. */
async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('COMMIT');
  if (command !== 'COMMIT') throw new Error('A statement of the transaction had failed, so nothing was committed');
}

/** @returns why the connection cannot be used again, if so */
async function rollBack(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error('ROLLBACK failed', { cause: error });
  }
}
