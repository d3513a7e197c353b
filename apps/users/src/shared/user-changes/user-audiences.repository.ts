import { Injectable } from '@nestjs/common';
import type { RowOf, WriteTransaction } from '@stoa/database';

/** Who is subscribed; callers hold the realm's lock. */
@Injectable()
export class UserAudiencesRepository {
  /**
   * Active subscribers of active accounts, ascending, by channel: of private channels all, of the others guests only, as
   * everybody else sees those channels anyway.
   */
  async decidingSubscribers(tx: WriteTransaction, channelIds: readonly number[]): Promise<Map<number, number[]>> {
    const rows = await tx.query<RowOf<'Subscription', 'channel_id'> & { user_ids: number[] }>(
      `SELECT s.channel_id, array_agg(s.user_id ORDER BY s.user_id) AS user_ids
       FROM subscription s JOIN channel c ON c.id = s.channel_id JOIN account a ON a.id = s.user_id AND a.is_active
       WHERE s.channel_id = ANY($1::int[]) AND s.active AND (c.invite_only OR a.role = 600) GROUP BY s.channel_id`,
      [channelIds],
    );
    return new Map(rows.map((row) => [row.channel_id, row.user_ids]));
  }

  /** Ids of active subscribers of active accounts, ascending, by channel. */
  async subscribers(tx: WriteTransaction, channelIds: readonly number[]): Promise<Map<number, number[]>> {
    const rows = await tx.query<RowOf<'Subscription', 'channel_id'> & { user_ids: number[] }>(
      `SELECT s.channel_id, array_agg(s.user_id ORDER BY s.user_id) AS user_ids
       FROM subscription s JOIN account a ON a.id = s.user_id AND a.is_active
       WHERE s.channel_id = ANY($1::int[]) AND s.active GROUP BY s.channel_id`,
      [channelIds],
    );
    return new Map(rows.map((row) => [row.channel_id, row.user_ids]));
  }

  async subscribedChannelIds(tx: WriteTransaction, userId: number): Promise<Set<number>> {
    const rows = await tx.query<RowOf<'Subscription', 'channel_id'>>(
      'SELECT channel_id FROM subscription WHERE user_id = $1 AND active',
      [userId],
    );
    return new Set(rows.map((row) => row.channel_id));
  }
}
