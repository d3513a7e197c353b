import { Injectable } from '@nestjs/common';
import { RowOf, WriteTransaction } from '@stoa/database';

export interface StoredProfileValue {
  fieldId: number;
  value: string;
  renderedValue: string | null;
}

@Injectable()
export class ProfileDataRepository {
  /** The values of one user by field id. */
  async valuesOf(tx: WriteTransaction, userId: number): Promise<Map<number, string>> {
    const rows = await tx.query<RowOf<'ProfileValue', 'field_id' | 'value'>>(
      'SELECT field_id, value FROM profile_value WHERE user_id = $1',
      [userId],
    );
    return new Map(rows.map((row) => [row.field_id, row.value]));
  }

  async store(tx: WriteTransaction, userId: number, values: readonly StoredProfileValue[]): Promise<void> {
    await tx.query(
      `INSERT INTO profile_value (user_id, field_id, value, rendered_value)
       SELECT $1, v.field_id, v.value, v.rendered_value
       FROM unnest($2::int[], $3::text[], $4::text[]) AS v (field_id, value, rendered_value)
       ON CONFLICT (user_id, field_id) DO UPDATE SET value = EXCLUDED.value, rendered_value = EXCLUDED.rendered_value`,
      [
        userId,
        values.map(({ fieldId }) => fieldId),
        values.map(({ value }) => value),
        values.map(({ renderedValue }) => renderedValue),
      ],
    );
  }

  async remove(tx: WriteTransaction, userId: number, fieldIds: readonly number[]): Promise<void> {
    await tx.query('DELETE FROM profile_value WHERE user_id = $1 AND field_id = ANY($2::int[])', [userId, fieldIds]);
  }
}
