import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';

/** What lets the service make calls at Zoom in the name of people, encrypted. */
@Injectable()
export class ZoomTokensRepository {
  constructor(private readonly database: Database) {}

  async find(userId: number): Promise<Buffer | undefined> {
    const [row] = await this.database.query<RowOf<'ZoomToken', 'sealed_token'>>(
      'zoom_token_find',
      'SELECT sealed_token FROM zoom_token WHERE user_id = $1',
      [userId],
    );
    return row?.sealed_token;
  }

  /** @returns whether there was none before */
  async store(tx: WriteTransaction, userId: number, sealed: Buffer): Promise<boolean> {
    const [row] = await tx.query<{ is_new: boolean }>(
      `WITH before AS (SELECT FROM zoom_token WHERE user_id = $1)
       INSERT INTO zoom_token (user_id, sealed_token) VALUES ($1, $2)
       ON CONFLICT (user_id)
         DO UPDATE SET sealed_token = excluded.sealed_token, updated_at = now(), renewing_until = NULL
       RETURNING NOT EXISTS (SELECT FROM before) AS is_new`,
      [userId, sealed],
    );
    return row?.is_new ?? false;
  }

  /**
   * Lets one request of all processes renew a token: two renewals at once invalidate each other's.
   * @param seconds after which another may, should this one come to no end
   * @returns false if another does, another token stands there by now, or none
   */
  async claim(userId: number, sealed: Buffer, seconds: number): Promise<boolean> {
    const rows = await this.database.query(
      'zoom_token_claim',
      `UPDATE zoom_token SET renewing_until = now() + make_interval(secs => $3)
        WHERE user_id = $1 AND sealed_token = $2 AND (renewing_until IS NULL OR renewing_until < now())
       RETURNING user_id`,
      [userId, sealed, seconds],
    );
    return rows.length > 0;
  }

  /** It was not renewed: the next request may try. */
  async release(userId: number, sealed: Buffer): Promise<void> {
    await this.database.query(
      'zoom_token_release',
      'UPDATE zoom_token SET renewing_until = NULL WHERE user_id = $1 AND sealed_token = $2',
      [userId, sealed],
    );
  }

  /** A renewed token in place of the one that it was made from. @returns false if another stands there by now */
  async replace(userId: number, { before, after }: { before: Buffer; after: Buffer }): Promise<boolean> {
    const rows = await this.database.query(
      'zoom_token_replace',
      `UPDATE zoom_token SET sealed_token = $3, updated_at = now(), renewing_until = NULL
        WHERE user_id = $1 AND sealed_token = $2 RETURNING user_id`,
      [userId, before, after],
    );
    return rows.length > 0;
  }

  /** @returns false if another stands there by now, or none */
  async remove(tx: WriteTransaction, userId: number, sealed: Buffer): Promise<boolean> {
    const rows = await tx.query('DELETE FROM zoom_token WHERE user_id = $1 AND sealed_token = $2 RETURNING user_id', [
      userId,
      sealed,
    ]);
    return rows.length > 0;
  }
}
