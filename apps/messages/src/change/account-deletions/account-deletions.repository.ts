import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';
import type { MessageKinds } from '@stoa/policy';

/** An order to delete messages that an account sent. It is written with the account's deactivation. */
export interface DeletionOrder
  extends
    MessageKinds,
    RowOf<'AccountDeletion', 'id' | 'realmId' | 'userId' | 'actorUserId' | 'position'>,
    RowOf<'Realm', 'partition'> {}

/** A message of the account, and where it is. */
export interface SentMessage extends RowOf<'Message', 'id' | 'recipientId' | 'topic'> {
  /** Null: a direct conversation. */
  channelId: number | null;
  inviteOnly: boolean | null;
  participantIds: number[] | null;
}

/** How long an order is left to who works on it. */
const LEASE = "interval '1 minute'";

@Injectable()
export class AccountDeletionsRepository {
  constructor(private readonly database: Database) {}

  /** Takes on the oldest order that nobody works on. */
  async take(): Promise<DeletionOrder | undefined> {
    const [order] = await this.database.query<DeletionOrder & Record<string, unknown>>(
      'account_deletions_take',
      `UPDATE account_deletion o SET due_at = clock_timestamp() + ${LEASE} FROM realm r
       WHERE r.id = o.realm_id AND o.id = (SELECT id FROM account_deletion WHERE due_at <= clock_timestamp()
         ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING o.id, o.realm_id AS "realmId", r.partition, o.user_id AS "userId", o.actor_user_id AS "actorUserId",
         o.position, o.public_channels AS "publicChannels", o.private_channels AS "privateChannels", o.direct`,
    );
    return order;
  }

  /** The next messages of the account, ascending, whatever their kind. */
  next(userId: number, position: number, limit: number): Promise<SentMessage[]> {
    return this.database.query<SentMessage & Record<string, unknown>>(
      'account_deletions_next',
      `SELECT m.id, m.recipient_id AS "recipientId", m.topic, c.id AS "channelId", c.invite_only AS "inviteOnly",
         d.user_ids AS "participantIds"
       FROM message m LEFT JOIN channel c ON c.recipient_id = m.recipient_id
         LEFT JOIN direct_conversation d ON d.recipient_id = m.recipient_id
       WHERE m.sender_id = $1 AND m.id > $2 ORDER BY m.id LIMIT $3`,
      [userId, position, limit],
    );
  }

  /** Those of the messages that are still at their place, ascending; under the locks of the channel. */
  async stillThere(tx: WriteTransaction, place: SentMessage, messageIds: readonly number[]): Promise<number[]> {
    const rows = await tx.query<RowOf<'Message', 'id'>>(
      'SELECT id FROM message WHERE id = ANY($1::bigint[]) AND recipient_id = $2 AND topic = $3 ORDER BY id',
      [messageIds, place.recipientId, place.topic],
    );
    return rows.map(({ id }) => id);
  }

  /** Everything up to the position is done; the order is kept from others for a while. */
  async advance(orderId: number, position: number): Promise<void> {
    await this.database.query(
      'account_deletions_advance',
      `UPDATE account_deletion SET position = $2, due_at = clock_timestamp() + ${LEASE} WHERE id = $1`,
      [orderId, position],
    );
  }

  async finish(orderId: number): Promise<void> {
    await this.database.query('account_deletions_finish', 'DELETE FROM account_deletion WHERE id = $1', [orderId]);
  }
}
