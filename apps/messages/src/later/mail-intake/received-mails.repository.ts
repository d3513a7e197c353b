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

/** A mail that its user is to decide about. */
export type HeldMail = Pick<ClaimedMail, 'realmId' | 'key'> & { userId: number };

/** `tooMany`: others were held for its user, as many as may be; it is not claimed. */
export type HeldClaim = 'claimed' | 'repeated' | 'tooMany';

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

  /**
   * Takes the user's lock for the transaction, so that of several mails at once no more are claimed than may be.
   * @param mostInADay mails that may be held for the user within 24 hours
   */
  async claimHeld(tx: WriteTransaction, { realmId, key, userId }: HeldMail, mostInADay: number): Promise<HeldClaim> {
    await tx.query('SELECT pg_advisory_xact_lock(3, $1)', [userId]);
    const [row] = await tx.query<{ isReceived: boolean; held: number }>(
      `SELECT EXISTS (SELECT FROM received_mail WHERE realm_id = $1 AND key = $2) AS "isReceived",
         (SELECT count(*)::int FROM received_mail
          WHERE realm_id = $1 AND kind = 'held' AND user_id = $3 AND received_at > now() - interval '1 day') AS held`,
      [realmId, key, userId],
    );
    if (row?.isReceived) return 'repeated';
    if ((row?.held ?? 0) >= mostInADay) return 'tooMany';
    return (await this.claim(tx, { realmId, key, kind: 'held', userId })) ? 'claimed' : 'repeated';
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
