import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';

/** A channel's address, as it was given out. */
export type ChannelAddress = RowOf<'ChannelEmailAddress', 'channelId' | 'creatorId' | 'senderId'> &
  RowOf<'Channel', 'realmId'> &
  RowOf<'Realm', 'partition'>;

/** Mails that came to channels of an organization, in times before now. */
export interface ReceivedCounts {
  minute: number;
  fiveMinutes: number;
  hour: number;
}

/** A mail that is posted, or given to its user to decide. */
export interface ClaimedMail {
  realmId: number;
  key: string;
  kind: 'channel' | 'reply' | 'held';
  /** Of a held one: who decides. */
  userId?: number;
}

@Injectable()
export class ReceivedMailsRepository {
  constructor(private readonly database: Database) {}

  async channelAddress(token: string): Promise<ChannelAddress | undefined> {
    const [row] = await this.database.query<ChannelAddress>(
      'mailbox_of_channel',
      `SELECT a.channel_id AS "channelId", a.creator_id AS "creatorId", a.sender_id AS "senderId",
         c.realm_id AS "realmId", r.partition
       FROM channel_email_address a JOIN channel c ON c.id = a.channel_id JOIN realm r ON r.id = c.realm_id
       WHERE a.token = $1`,
      [token],
    );
    return row;
  }

  async placeOf(userId: number): Promise<(RowOf<'Account', 'realmId'> & RowOf<'Realm', 'partition'>) | undefined> {
    const [row] = await this.database.query<RowOf<'Account', 'realmId'> & RowOf<'Realm', 'partition'>>(
      'mailbox_of_user',
      `SELECT a.realm_id AS "realmId", r.partition FROM account a JOIN realm r ON r.id = a.realm_id WHERE a.id = $1`,
      [userId],
    );
    return row;
  }

  async channelMails(realmId: number): Promise<ReceivedCounts> {
    const [row] = await this.database.query<{ minute: number; fiveMinutes: number; hour: number }>(
      'received_mails_count',
      `SELECT count(*) FILTER (WHERE received_at > now() - interval '1 minute') AS minute,
         count(*) FILTER (WHERE received_at > now() - interval '5 minutes') AS "fiveMinutes", count(*) AS hour
       FROM received_mail
       WHERE realm_id = $1 AND kind = 'channel' AND received_at > now() - interval '1 hour'`,
      [realmId],
    );
    return row ?? { minute: 0, fiveMinutes: 0, hour: 0 };
  }

  /** Mails of a day that wait for what their user says of them, or did. */
  async heldMails(realmId: number, userId: number): Promise<number> {
    const [row] = await this.database.query<{ mails: number }>(
      'received_mails_held',
      `SELECT count(*) AS mails FROM received_mail
       WHERE realm_id = $1 AND kind = 'held' AND user_id = $2 AND received_at > now() - interval '1 day'`,
      [realmId, userId],
    );
    return row?.mails ?? 0;
  }

  async isReceived(realmId: number, key: string): Promise<boolean> {
    const rows = await this.database.query(
      'received_mail_find',
      'SELECT key FROM received_mail WHERE realm_id = $1 AND key = $2',
      [realmId, key],
    );
    return rows.length > 0;
  }

  /** Waits for whoever posts the same mail at this moment. @returns false if it was posted already */
  async claim(tx: WriteTransaction, { realmId, key, kind, userId }: ClaimedMail): Promise<boolean> {
    const rows = await tx.query(
      `INSERT INTO received_mail (realm_id, key, kind, user_id) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING key`,
      [realmId, key, kind, userId ?? null],
    );
    return rows.length > 0;
  }

  /** @returns how many went */
  async prune(days: number, limit: number): Promise<number> {
    const rows = await this.database.query(
      'received_mails_prune',
      `DELETE FROM received_mail WHERE (realm_id, key) IN (
         SELECT realm_id, key FROM received_mail WHERE received_at < now() - make_interval(days => $1)
         LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING key`,
      [days, limit],
    );
    return rows.length;
  }
}
