import { Injectable } from '@nestjs/common';
import { WriteTransaction } from '@stoa/database';

/** More than are sent to one owner in the span that is read. */
const MESSAGES_LOOKED_AT = 200;

@Injectable()
export class BotOwnerWarningsRepository {
  /** Two posts of a bot at the same time wait for each other, so that the second sees the first one's warning. */
  async lockBot(tx: WriteTransaction, botId: number): Promise<void> {
    await tx.query('SELECT id FROM account WHERE id = $1 FOR NO KEY UPDATE', [botId]);
  }

  /** Whether a sender wrote a message that begins so in a conversation, in the last seconds. */
  async wasSaid(
    tx: WriteTransaction,
    message: { recipientId: number; senderId: number; beginning: string; seconds: number },
  ): Promise<boolean> {
    const rows = await tx.query(
      `SELECT 1 FROM (
         SELECT sender_id, sent_at, content FROM message WHERE recipient_id = $1 ORDER BY id DESC LIMIT ${MESSAGES_LOOKED_AT}
       ) m
       WHERE sender_id = $2 AND starts_with(content, $3) AND sent_at > now() - make_interval(secs => $4) LIMIT 1`,
      [message.recipientId, message.senderId, message.beginning, message.seconds],
    );
    return rows.length > 0;
  }
}
