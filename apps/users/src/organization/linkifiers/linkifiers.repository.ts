import { Injectable } from '@nestjs/common';
import type { LinkifierObject } from '@stoa/contracts/organization';
import { Database, RowOf, WriteTransaction } from '@stoa/database';
import { Reader, readerOf } from '@stoa/read-state-store';
import type { LinkifierValues } from './linkifier-rules';

@Injectable()
export class LinkifiersRepository {
  constructor(private readonly database: Database) {}

  /** In processing order. */
  list(realmId: number): Promise<LinkifierObject[]> {
    return this.read(this.database, realmId);
  }

  listIn(tx: WriteTransaction): Promise<LinkifierObject[]> {
    return this.read(readerOf(tx), tx.realmId);
  }

  /** Goes last. @throws a unique violation for a pattern that exists */
  async insert(tx: WriteTransaction, { pattern, url_template }: LinkifierValues): Promise<number> {
    const [row] = await tx.query<RowOf<'Linkifier', 'id'>>(
      `INSERT INTO linkifier (realm_id, pattern, url_template, position)
       VALUES ($1, $2, $3, COALESCE((SELECT max(position) + 1 FROM linkifier WHERE realm_id = $1), 0)) RETURNING id`,
      [tx.realmId, pattern, url_template],
    );
    if (!row) throw new Error('a linkifier was not inserted');
    return row.id;
  }

  /** @returns whether there is such a linkifier */
  async update(tx: WriteTransaction, id: number, { pattern, url_template }: LinkifierValues): Promise<boolean> {
    const rows = await tx.query(
      'UPDATE linkifier SET pattern = $3, url_template = $4 WHERE realm_id = $1 AND id = $2::bigint RETURNING id',
      [tx.realmId, id, pattern, url_template],
    );
    return rows.length > 0;
  }

  async delete(tx: WriteTransaction, id: number): Promise<boolean> {
    const rows = await tx.query('DELETE FROM linkifier WHERE realm_id = $1 AND id = $2::bigint RETURNING id', [
      tx.realmId,
      id,
    ]);
    return rows.length > 0;
  }

  async reorder(tx: WriteTransaction, orderedIds: readonly number[]): Promise<void> {
    await tx.query(
      `UPDATE linkifier l SET position = o.position FROM unnest($2::int[]) WITH ORDINALITY AS o (id, position)
       WHERE l.realm_id = $1 AND l.id = o.id`,
      [tx.realmId, orderedIds],
    );
  }

  private read(reader: Reader, realmId: number): Promise<LinkifierObject[]> {
    return reader.query<RowOf<'Linkifier', 'id' | 'pattern' | 'url_template'>>(
      'linkifiers_list',
      'SELECT id, pattern, url_template FROM linkifier WHERE realm_id = $1 ORDER BY position, id',
      [realmId],
    );
  }
}
