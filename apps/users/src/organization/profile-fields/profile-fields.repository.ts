import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';
import { Reader, readerOf } from '@stoa/read-state-store';
import { ProfileFieldRow } from '../../shared/realm-facts/profile-field-row';

export type NewProfileField = Omit<ProfileFieldRow, 'id' | 'position'>;

@Injectable()
export class ProfileFieldsRepository {
  constructor(private readonly database: Database) {}

  list(realmId: number): Promise<ProfileFieldRow[]> {
    return this.read(this.database, realmId);
  }

  listIn(tx: WriteTransaction): Promise<ProfileFieldRow[]> {
    return this.read(readerOf(tx), tx.realmId);
  }

  /** Its place is its id: behind all others. @throws a unique violation for a name that exists */
  async insert(tx: WriteTransaction, field: NewProfileField): Promise<number> {
    const [row] = await tx.query<RowOf<'ProfileField', 'id'>>(
      `WITH drawn AS (SELECT nextval(pg_get_serial_sequence('profile_field', 'id'))::int AS id)
       INSERT INTO profile_field (id, realm_id, position, name, field_type, hint, field_data, required, editable_by_user,
         display_in_profile_summary, use_for_user_matching)
       SELECT id, $1, id, $2, $3, $4, $5, $6, $7, $8, $9 FROM drawn RETURNING id`,
      [tx.realmId, field.name, field.field_type, ...values(field)],
    );
    if (!row) throw new Error('a profile field was not inserted');
    return row.id;
  }

  async update(tx: WriteTransaction, field: Omit<ProfileFieldRow, 'position' | 'field_type'>): Promise<void> {
    await tx.query(
      `UPDATE profile_field SET name = $3, hint = $4, field_data = $5, required = $6, editable_by_user = $7,
         display_in_profile_summary = $8, use_for_user_matching = $9 WHERE realm_id = $1 AND id = $2`,
      [tx.realmId, field.id, field.name, ...values(field)],
    );
  }

  /** @returns the users whose values went with the field */
  async delete(tx: WriteTransaction, fieldId: number): Promise<number[]> {
    const rows = await tx.query<RowOf<'ProfileValue', 'user_id'>>(
      'DELETE FROM profile_value WHERE field_id = $1 RETURNING user_id',
      [fieldId],
    );
    await tx.query('DELETE FROM profile_field WHERE realm_id = $1 AND id = $2', [tx.realmId, fieldId]);
    return rows.map((row) => row.user_id);
  }

  /** @returns the users who had one of the values */
  async deleteValues(tx: WriteTransaction, fieldId: number, dropped: readonly string[]): Promise<number[]> {
    const rows = await tx.query<RowOf<'ProfileValue', 'user_id'>>(
      'DELETE FROM profile_value WHERE field_id = $1 AND value = ANY($2::text[]) RETURNING user_id',
      [fieldId, dropped],
    );
    return rows.map((row) => row.user_id);
  }

  async reorder(tx: WriteTransaction, order: readonly number[]): Promise<void> {
    await tx.query(
      `UPDATE profile_field f SET position = o.position - 1
       FROM (SELECT id, max(position) AS position FROM unnest($2::bigint[]) WITH ORDINALITY AS u (id, position) GROUP BY id) o
       WHERE f.realm_id = $1 AND f.id = o.id`,
      [tx.realmId, order],
    );
  }

  private read(reader: Reader, realmId: number): Promise<ProfileFieldRow[]> {
    return reader.query<ProfileFieldRow>(
      'profile_fields_list',
      `SELECT id, name, field_type, hint, field_data, position, required, editable_by_user, display_in_profile_summary,
         use_for_user_matching
       FROM profile_field WHERE realm_id = $1 ORDER BY position, id`,
      [realmId],
    );
  }
}

function values(field: Omit<ProfileFieldRow, 'id' | 'name' | 'field_type' | 'position'>): unknown[] {
  return [
    field.hint,
    field.field_data,
    field.required,
    field.editable_by_user,
    field.display_in_profile_summary,
    field.use_for_user_matching,
  ];
}
