import { UnavailableError } from '@stoa/errors';
import type { PoolClient } from 'pg';
import type { TransactionPool } from './pool';

export interface TransactionOptions {
  /** The statement that begins it. */
  begin: string;
  /** Longest life, in milliseconds; after it the connection is cut, even in the middle of a statement. */
  longestMs: number;
}

/**
 * Runs `work` on one connection of the pool between BEGIN and COMMIT. In every case the connection goes back to the
 * pool outside a transaction, or is closed.
 * @throws what `work` threw, after ROLLBACK
 */
export async function inTransaction<T>(
  pool: TransactionPool,
  { begin, longestMs }: TransactionOptions,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  let hasExpired = false;
  const timer = setTimeout(() => {
    hasExpired = true;
    // What runs or waits on the connection fails at once; the server rolls back after the statement that it is in.
    client.end(() => undefined);
  }, longestMs);
  try {
    await client.query(begin);
    const result = await work(client);
    await commit(client);
    return result;
  } catch (error) {
    broken = await rollBack(client);
    throw hasExpired ? new UnavailableError('A transaction took too long', { cause: error }) : error;
  } finally {
    clearTimeout(timer);
    client.release(broken);
  }
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
