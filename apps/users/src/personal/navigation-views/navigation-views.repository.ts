import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';
import { Reader, readerOf } from '@stoa/read-state-store';

export type NavigationView = RowOf<'NavigationView', 'fragment' | 'is_pinned' | 'name'>;

@Injectable()
export class NavigationViewsRepository {
  constructor(private readonly database: Database) {}

  list(userId: number): Promise<NavigationView[]> {
    return this.read(this.database, userId);
  }

  listIn(tx: WriteTransaction, userId: number): Promise<NavigationView[]> {
    return this.read(readerOf(tx), userId);
  }

  async insert(tx: WriteTransaction, userId: number, view: NavigationView): Promise<void> {
    await tx.query('INSERT INTO navigation_view (user_id, fragment, is_pinned, name) VALUES ($1, $2, $3, $4)', [
      userId,
      view.fragment,
      view.is_pinned,
      view.name,
    ]);
  }

  async update(tx: WriteTransaction, userId: number, view: NavigationView): Promise<void> {
    await tx.query('UPDATE navigation_view SET is_pinned = $3, name = $4 WHERE user_id = $1 AND fragment = $2', [
      userId,
      view.fragment,
      view.is_pinned,
      view.name,
    ]);
  }

  /** @returns whether there was such a view */
  async delete(tx: WriteTransaction, userId: number, fragment: string): Promise<boolean> {
    const rows = await tx.query('DELETE FROM navigation_view WHERE user_id = $1 AND fragment = $2 RETURNING fragment', [
      userId,
      fragment,
    ]);
    return rows.length > 0;
  }

  private read(reader: Reader, userId: number): Promise<NavigationView[]> {
    return reader.query<NavigationView>(
      'navigation_views_list',
      'SELECT fragment, is_pinned, name FROM navigation_view WHERE user_id = $1 ORDER BY created_at, fragment',
      [userId],
    );
  }
}
