import type { WriteTransaction } from '@stoa/database';
import { ReadRows } from '../archive/read-bits';

/** Writes positions and chunks of users who have none yet. */
export async function insertReadState(
  tx: WriteTransaction,
  states: readonly (ReadRows & { userId: number })[],
): Promise<void> {
  await tx.query('INSERT INTO read_position (user_id, position) SELECT * FROM unnest($1::int[], $2::bigint[])', [
    states.map(({ userId }) => userId),
    states.map(({ position }) => position),
  ]);
  const chunks = states.flatMap(({ userId, chunks: own }) => own.map((chunk) => ({ userId, ...chunk })));
  await tx.query(
    `INSERT INTO read_chunk (user_id, chunk, bits)
     SELECT user_id, chunk, ('x' || bits)::bit(4096) FROM unnest($1::int[], $2::bigint[], $3::text[]) AS c (user_id, chunk, bits)`,
    [chunks.map(({ userId }) => userId), chunks.map(({ chunk }) => chunk), chunks.map(({ bits }) => bits)],
  );
}
