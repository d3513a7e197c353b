import { Injectable } from '@nestjs/common';
import { RowOf, WriteTransaction } from '@stoa/database';

export interface ChannelMailbox {
  channelId: number;
  creatorId: number;
  senderId: number;
}

@Injectable()
export class ChannelEmailAddressRepository {
  /** @param newToken kept if the mailbox has none yet. @returns its token */
  async token(tx: WriteTransaction, { channelId, creatorId, senderId }: ChannelMailbox, newToken: string) {
    const [row] = await tx.query<RowOf<'ChannelEmailAddress', 'token'>>(
      `INSERT INTO channel_email_address AS a (channel_id, creator_id, sender_id, token) VALUES ($1, $2, $3, $4)
       ON CONFLICT (channel_id, creator_id, sender_id) DO UPDATE SET token = a.token RETURNING token`,
      [channelId, creatorId, senderId, newToken],
    );
    if (!row) throw new Error('an upserted address has a token');
    return row.token;
  }

  /** @param creatorId null: of everybody */
  async end(tx: WriteTransaction, channelId: number, creatorId: number | null): Promise<void> {
    await tx.query(
      `DELETE FROM channel_email_address a USING channel c
       WHERE a.channel_id = $1 AND c.id = a.channel_id AND c.realm_id = $3
         AND ($2::int IS NULL OR a.creator_id = $2)`,
      [channelId, creatorId, tx.realmId],
    );
  }
}
