import { Injectable } from '@nestjs/common';
import type { AccountMail } from '@stoa/contracts/push';
import type { WriteTransaction } from '@stoa/database';

/** Orders for mails about accounts: the push service writes and sends them. */
@Injectable()
export class AccountMailsRepository {
  /** For people, if the organization welcomes by mail. */
  async orderWelcome(tx: WriteTransaction, userId: number): Promise<void> {
    const { kind, facts }: AccountMail = { kind: 'welcome', facts: {} };
    await tx.query(
      `INSERT INTO mail_job (realm_id, user_id, kind, facts) SELECT a.realm_id, a.id, $2, $3::jsonb FROM account a
       JOIN realm r ON r.id = a.realm_id WHERE a.id = $1 AND NOT a.is_bot AND r.send_welcome_emails`,
      [userId, kind, JSON.stringify(facts)],
    );
  }

  /** For who wants to know of logins, and has the account for a minute at least. */
  async orderNewLogin(
    tx: WriteTransaction,
    userId: number,
    mail: Extract<AccountMail, { kind: 'new_login' }>,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO mail_job (realm_id, user_id, kind, facts) SELECT a.realm_id, a.id, $2, $3::jsonb FROM account a
       WHERE a.id = $1 AND NOT a.is_bot AND a.enable_login_emails AND a.date_joined < now() - interval '60 seconds'`,
      [userId, mail.kind, JSON.stringify(mail.facts)],
    );
  }
}
