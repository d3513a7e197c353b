import type { WriteTransaction } from '../write-transaction';

/** Messages that a new account starts with, and how many of them are unread (organization.md 4.9). */
const FIRST_MESSAGES = 1_000;
const FIRST_UNREAD = 20;

/**
 * What a new human account finds: the newest messages of the channels that it was subscribed to, and the notices about it,
 * which the messages service sends once this is committed. The caller holds the channels' exclusive locks.
 * @param recipientIds of channels with shared history
 * @param invitation its own words for the welcome, and who wants to hear that the invited user has joined
 */
export async function giveFirstHistory(
  tx: WriteTransaction,
  userId: number,
  recipientIds: readonly number[],
  invitation: { welcomeText: string | null; referrerId: number | null } = { welcomeText: null, referrerId: null },
): Promise<void> {
  await tx.query('SELECT read_state_backfill($1, $2::int[], $3, $4)', [
    userId,
    recipientIds,
    FIRST_MESSAGES,
    FIRST_UNREAD,
  ]);
  await tx.query(
    `INSERT INTO account_notice (realm_id, user_id, kind, text, referrer_id)
     SELECT r.id, $2, k.kind, CASE WHEN k.kind = 'welcome' THEN $3 END, CASE WHEN k.kind = 'joined' THEN $4::int END
     FROM realm r, unnest(ARRAY['joined', 'signup', 'welcome']) WITH ORDINALITY AS k (kind, place)
     WHERE r.id = $1 AND (k.kind <> 'signup' OR r.signup_announcements_stream_id > 0)
       AND (k.kind <> 'joined' OR $4::int IS NOT NULL) ORDER BY k.place`,
    [tx.realmId, userId, invitation.welcomeText, invitation.referrerId],
  );
}
