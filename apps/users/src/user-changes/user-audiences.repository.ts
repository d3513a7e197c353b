import { Injectable } from '@nestjs/common';
import type { WriteTransaction } from '@stoa/database';

/** Through what a guest can access a user (users.md 3). */
export interface GuestAccess {
  subjectId: number;
  guestId: number;
  throughChannel: boolean;
  throughDirect: boolean;
}

/** Reads of who can access whom, and who is subscribed; callers hold the realm's lock. */
@Injectable()
export class UserAudiencesRepository {
  /** Pairs that share a channel now or had direct messages, by subscriptions alone: whether anybody is active is not asked. */
  guestAccess(
    tx: WriteTransaction,
    subjectIds: readonly number[],
    guestIds: readonly number[],
  ): Promise<GuestAccess[]> {
    return tx.query<GuestAccess & Record<string, unknown>>(
      `SELECT subject_id AS "subjectId", guest_id AS "guestId", bool_or(is_channel) AS "throughChannel",
         bool_or(NOT is_channel) AS "throughDirect"
       FROM (
         SELECT theirs.user_id AS subject_id, own.user_id AS guest_id, true AS is_channel
         FROM subscription theirs JOIN subscription own ON own.channel_id = theirs.channel_id AND own.active
         WHERE theirs.user_id = ANY($1::int[]) AND own.user_id = ANY($2::int[]) AND theirs.active
         UNION
         SELECT theirs.user_id, own.user_id, false FROM direct_conversation_participant theirs
         JOIN direct_conversation_participant own USING (recipient_id)
         WHERE theirs.user_id = ANY($1::int[]) AND own.user_id = ANY($2::int[])
       ) found WHERE subject_id <> guest_id GROUP BY 1, 2`,
      [subjectIds, guestIds],
    );
  }

  /** Which of the guests can access each human of the organization where guests are limited (users.md 3). */
  async guestsReaching(tx: WriteTransaction, guestIds: readonly number[]): Promise<Map<number, Set<number>>> {
    const rows = await tx.query<{ id: number; guest_ids: number[] }>(
      `SELECT found.id, array_agg(found.guest_id) AS guest_ids FROM (
         SELECT theirs.user_id AS id, own.user_id AS guest_id FROM subscription own
         JOIN subscription theirs ON theirs.channel_id = own.channel_id AND theirs.active
         JOIN account a ON a.id = theirs.user_id AND a.is_active
         WHERE own.user_id = ANY($1::int[]) AND own.active
         UNION
         SELECT theirs.user_id, own.user_id FROM direct_conversation_participant own
         JOIN direct_conversation_participant theirs USING (recipient_id) WHERE own.user_id = ANY($1::int[])
       ) found GROUP BY found.id`,
      [guestIds],
    );
    return new Map(rows.map((row) => [row.id, new Set(row.guest_ids)]));
  }

  /**
   * Active subscribers of active accounts, ascending, by channel: of private channels all, of the others guests only, as
   * everybody else sees those channels anyway.
   */
  async decidingSubscribers(tx: WriteTransaction, channelIds: readonly number[]): Promise<Map<number, number[]>> {
    const rows = await tx.query<{ channel_id: number; user_ids: number[] }>(
      `SELECT s.channel_id, array_agg(s.user_id ORDER BY s.user_id) AS user_ids
       FROM subscription s JOIN channel c ON c.id = s.channel_id JOIN account a ON a.id = s.user_id AND a.is_active
       WHERE s.channel_id = ANY($1::int[]) AND s.active AND (c.invite_only OR a.role = 600) GROUP BY s.channel_id`,
      [channelIds],
    );
    return new Map(rows.map((row) => [row.channel_id, row.user_ids]));
  }

  /** Ids of active subscribers of active accounts, ascending, by channel. */
  async subscribers(tx: WriteTransaction, channelIds: readonly number[]): Promise<Map<number, number[]>> {
    const rows = await tx.query<{ channel_id: number; user_ids: number[] }>(
      `SELECT s.channel_id, array_agg(s.user_id ORDER BY s.user_id) AS user_ids
       FROM subscription s JOIN account a ON a.id = s.user_id AND a.is_active
       WHERE s.channel_id = ANY($1::int[]) AND s.active GROUP BY s.channel_id`,
      [channelIds],
    );
    return new Map(rows.map((row) => [row.channel_id, row.user_ids]));
  }

  async subscribedChannelIds(tx: WriteTransaction, userId: number): Promise<Set<number>> {
    const rows = await tx.query<{ channel_id: number }>(
      'SELECT channel_id FROM subscription WHERE user_id = $1 AND active',
      [userId],
    );
    return new Set(rows.map((row) => row.channel_id));
  }
}
