import type { WriteTransaction } from '../write-transaction';

/** Messages that a new account starts with, and how many of them are unread (organization.md 4.9). */
const FIRST_MESSAGES = 1_000;
const FIRST_UNREAD = 20;

/**
 * What a new human account finds: the newest messages of the channels that it was subscribed to, and the notices about it,
 * which the messages service sends once this is committed. The caller holds the channels' exclusive locks.
 * @param recipientIds of channels with shared history
 */
export async function giveFirstHistory(
  tx: WriteTransaction,
  userId: number,
  recipientIds: readonly number[],
): Promise<void> {
  await tx.query('SELECT read_state_backfill($1, $2::int[], $3, $4)', [
    userId,
    recipientIds,
    FIRST_MESSAGES,
    FIRST_UNREAD,
  ]);
  await tx.query(
    `INSERT INTO account_notice (realm_id, user_id, kind)
     SELECT r.id, $2, k.kind FROM realm r, unnest(ARRAY['welcome', 'signup']) AS k (kind)
     WHERE r.id = $1 AND (k.kind = 'welcome' OR r.signup_announcements_stream_id > 0)`,
    [tx.realmId, userId],
  );
}
