import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';

/** A system bot's message about a new account that waits to be sent. */
export interface AccountNotice
  extends RowOf<'AccountNotice', 'id' | 'realmId' | 'userId'>, RowOf<'Realm', 'partition'> {
  kind: 'welcome' | 'signup' | 'joined';
  /** Where sign-ups are announced; null: nowhere. */
  signupChannelId: number | null;
  /** The invitation's or the organization's own words in the welcome; "" for none. */
  welcomeText: string;
  /** Who invited the user and wants a notice, while active. */
  referrerId: number | null;
}

const NOTICES = `
  SELECT n.id, n.kind, n.realm_id AS "realmId", r.partition, n.user_id AS "userId",
    COALESCE(n.text, r.welcome_message_custom_text) AS "welcomeText",
    (SELECT a.id FROM account a WHERE a.id = n.referrer_id AND a.is_active) AS "referrerId",
    (SELECT c.id FROM channel c WHERE c.id = r.signup_announcements_stream_id AND NOT c.is_archived) AS "signupChannelId"
  FROM account_notice n JOIN realm r ON r.id = n.realm_id`;

@Injectable()
export class AccountNoticesRepository {
  constructor(private readonly database: Database) {}

  /** In the order of organization.md 4.9. */
  ofUser(userId: number): Promise<AccountNotice[]> {
    return this.database.query<AccountNotice & Record<string, unknown>>(
      'account_notices_of_user',
      `${NOTICES} WHERE n.user_id = $1 ORDER BY n.id`,
      [userId],
    );
  }

  /**
   * Users whose notices nobody has sent for a while: the process that made the account died, or could not reach this
   * service.
   */
  async overdue(limit: number): Promise<number[]> {
    const rows = await this.database.query<RowOf<'AccountNotice', 'user_id'>>(
      'account_notices_overdue',
      `SELECT DISTINCT user_id FROM account_notice WHERE created_at < now() - interval '10 seconds'
       AND created_at > now() - interval '1 day' LIMIT $1`,
      [limit],
    );
    return rows.map((row) => row.user_id);
  }

  /** Whether the notice still waits; until the transaction ends nobody else sends it. */
  async claim(tx: WriteTransaction, noticeId: number): Promise<boolean> {
    const rows = await tx.query('SELECT 1 FROM account_notice WHERE id = $1 FOR UPDATE SKIP LOCKED', [noticeId]);
    return rows.length > 0;
  }

  async remove(tx: WriteTransaction, noticeId: number): Promise<void> {
    await tx.query('DELETE FROM account_notice WHERE id = $1', [noticeId]);
  }

  async star(tx: WriteTransaction, userId: number, messageId: number): Promise<void> {
    await tx.query('SELECT read_state_add_flag($1, $2::bigint[], 1)', [userId, [messageId]]);
  }
}
