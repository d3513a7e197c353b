import type { WriteTransaction } from '@stoa/database';

/** Whatever can read: `Database`, the `SnapshotReader` of a registration, or a writing transaction ({@link readerOf}). */
export interface Reader {
  query<Row extends Record<string, unknown>>(name: string, text: string, params?: readonly unknown[]): Promise<Row[]>;
}

/** Reads inside a writing transaction; its statements are named by the transaction itself. */
export function readerOf(tx: WriteTransaction): Reader {
  return { query: (_name, text, params) => tx.query(text, params) };
}
