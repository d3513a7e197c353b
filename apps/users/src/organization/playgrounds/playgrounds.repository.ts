import { Injectable } from '@nestjs/common';
import type { NewPlayground, PlaygroundObject } from '@stoa/contracts/organization';
import { RowOf, WriteTransaction } from '@stoa/database';

@Injectable()
export class PlaygroundsRepository {
  list(tx: WriteTransaction): Promise<PlaygroundObject[]> {
    return tx.query<RowOf<'Playground', 'id' | 'name' | 'pygments_language' | 'url_template'>>(
      'SELECT id, name, pygments_language, url_template FROM playground WHERE realm_id = $1 ORDER BY id',
      [tx.realmId],
    );
  }

  /** @throws a unique violation for a name that the language has */
  async insert(tx: WriteTransaction, values: NewPlayground): Promise<number> {
    const [row] = await tx.query<RowOf<'Playground', 'id'>>(
      'INSERT INTO playground (realm_id, name, pygments_language, url_template) VALUES ($1, $2, $3, $4) RETURNING id',
      [tx.realmId, values.name, values.pygments_language, values.url_template],
    );
    if (!row) throw new Error('a playground was not inserted');
    return row.id;
  }

  /** @returns the language of the deleted playground, if there was one */
  async delete(tx: WriteTransaction, id: number): Promise<string | undefined> {
    const [row] = await tx.query<RowOf<'Playground', 'pygments_language'>>(
      'DELETE FROM playground WHERE realm_id = $1 AND id = $2::bigint RETURNING pygments_language',
      [tx.realmId, id],
    );
    return row?.pygments_language;
  }

  /** @returns whether it was the default language of code blocks */
  async resetDefaultLanguage(tx: WriteTransaction, language: string): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE realm SET default_code_block_language = '' WHERE id = $1 AND default_code_block_language = $2 RETURNING id`,
      [tx.realmId, language],
    );
    return rows.length > 0;
  }
}
