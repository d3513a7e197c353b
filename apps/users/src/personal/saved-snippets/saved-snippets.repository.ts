import { Injectable } from '@nestjs/common';
import type { SavedSnippet } from '@stoa/contracts/users';
import { Database, RowOf, WriteTransaction } from '@stoa/database';

const COLUMNS = 'id, title, content, floor(extract(epoch FROM date_created))::int8 AS date_created';
type SnippetRow = RowOf<'SavedSnippet', 'id' | 'title' | 'content'> & { date_created: number };

/** Ids come from clients and may be larger than the column's type: they are compared as bigint. */
@Injectable()
export class SavedSnippetsRepository {
  constructor(private readonly database: Database) {}

  list(userId: number): Promise<SavedSnippet[]> {
    return this.database.query<SnippetRow>(
      'saved_snippets_of_user',
      `SELECT ${COLUMNS} FROM saved_snippet WHERE user_id = $1 ORDER BY id`,
      [userId],
    );
  }

  async count(tx: WriteTransaction, userId: number): Promise<number> {
    const [row] = await tx.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM saved_snippet WHERE user_id = $1',
      [userId],
    );
    return row?.count ?? 0;
  }

  async insert(tx: WriteTransaction, userId: number, title: string, content: string): Promise<SavedSnippet> {
    const [snippet] = await tx.query<SnippetRow>(
      `INSERT INTO saved_snippet (user_id, title, content) VALUES ($1, $2, $3) RETURNING ${COLUMNS}`,
      [userId, title, content],
    );
    if (!snippet) throw new Error('an inserted snippet is returned');
    return snippet;
  }

  async find(tx: WriteTransaction, userId: number, snippetId: number): Promise<SavedSnippet | undefined> {
    const [snippet] = await tx.query<SnippetRow>(
      `SELECT ${COLUMNS} FROM saved_snippet WHERE user_id = $1 AND id = $2::bigint`,
      [userId, snippetId],
    );
    return snippet;
  }

  async update(tx: WriteTransaction, { id, title, content }: SavedSnippet): Promise<void> {
    await tx.query('UPDATE saved_snippet SET title = $2, content = $3 WHERE id = $1', [id, title, content]);
  }

  /** @returns whether there was such a snippet of this user */
  async delete(tx: WriteTransaction, userId: number, snippetId: number): Promise<boolean> {
    const deleted = await tx.query('DELETE FROM saved_snippet WHERE user_id = $1 AND id = $2::bigint RETURNING id', [
      userId,
      snippetId,
    ]);
    return deleted.length > 0;
  }
}
