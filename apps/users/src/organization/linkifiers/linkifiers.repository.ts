import { Injectable } from '@nestjs/common';
import type { LinkifierObject } from '@stoa/contracts/organization';
import { Database, RowOf, WriteTransaction } from '@stoa/database';
import { Reader, readerOf } from '@stoa/read-state-store';
import type { LinkifierValues } from './linkifier-rules';

const VALUES = 'pattern, url_template, example_input, reverse_template, alternative_url_templates';
const LIST = `
  SELECT id, pattern, url_template, example_input, reverse_template,
    COALESCE(alternative_url_templates, '{}') AS alternative_url_templates
  FROM linkifier WHERE realm_id = $1 ORDER BY position, id`;

type LinkifierRow = RowOf<'Linkifier', 'id' | 'pattern' | 'url_template' | 'example_input' | 'reverse_template'> & {
  alternative_url_templates: string[];
};

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
  async insert(tx: WriteTransaction, values: LinkifierValues): Promise<number> {
    const [row] = await tx.query<RowOf<'Linkifier', 'id'>>(
      `INSERT INTO linkifier (realm_id, position, ${VALUES})
       VALUES ($1, COALESCE((SELECT max(position) + 1 FROM linkifier WHERE realm_id = $1), 0), $2, $3, $4, $5, $6)
       RETURNING id`,
      [tx.realmId, ...columnsOf(values)],
    );
    if (!row) throw new Error('a linkifier was not inserted');
    return row.id;
  }

  /** @returns whether there is such a linkifier */
  async update(tx: WriteTransaction, id: number, values: LinkifierValues): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE linkifier SET (${VALUES}) = ($3, $4, $5, $6, $7)
       WHERE realm_id = $1 AND id = $2::bigint RETURNING id`,
      [tx.realmId, id, ...columnsOf(values)],
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
    return reader.query<LinkifierRow>('linkifiers_list', LIST, [realmId]);
  }
}

/** In the order of {@link VALUES}. */
function columnsOf(values: LinkifierValues): (string | string[] | null)[] {
  return [
    values.pattern,
    values.url_template,
    values.example_input,
    values.reverse_template,
    values.alternative_url_templates,
  ];
}
