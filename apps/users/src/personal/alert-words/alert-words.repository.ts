import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';
import { Reader, readerOf } from '@stoa/read-state-store';

@Injectable()
export class AlertWordsRepository {
  constructor(private readonly database: Database) {}

  list(userId: number): Promise<string[]> {
    return this.read(this.database, userId);
  }

  listIn(tx: WriteTransaction, userId: number): Promise<string[]> {
    return this.read(readerOf(tx), userId);
  }

  /** Words that the user has, in any case, stay as they are. @returns how many are new */
  async add(tx: WriteTransaction, userId: number, words: readonly string[]): Promise<number> {
    const added = await tx.query(
      `INSERT INTO alert_word (user_id, word) SELECT $1, w.word FROM unnest($2::text[]) WITH ORDINALITY AS w (word, place)
       ORDER BY w.place ON CONFLICT (user_id, lower(word)) DO NOTHING RETURNING id`,
      [userId, words],
    );
    return added.length;
  }

  async remove(tx: WriteTransaction, userId: number, words: readonly string[]): Promise<void> {
    await tx.query(
      'DELETE FROM alert_word WHERE user_id = $1 AND lower(word) IN (SELECT lower(w) FROM unnest($2::text[]) AS w)',
      [userId, words],
    );
  }

  private async read(reader: Reader, userId: number): Promise<string[]> {
    const rows = await reader.query<RowOf<'AlertWord', 'word'>>(
      'alert_words_list',
      'SELECT word FROM alert_word WHERE user_id = $1 ORDER BY id',
      [userId],
    );
    return rows.map(({ word }) => word);
  }
}
