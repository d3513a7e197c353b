import { Injectable } from '@nestjs/common';
import { type AccountMail, ONBOARDING_KINDS } from '@stoa/contracts/push';
import { Database, type RowOf, type WriteTransaction } from '@stoa/database';
import type { OnboardingMail } from './onboarding-plan';

/** A new account, as far as mails of its first days depend on it. */
export interface Newcomer extends RowOf<'Account', 'timezone'> {
  joinedAtMs: number;
  /** `org_type` */
  orgType: number;
  /** The address has an account in another organization. */
  hasOtherAccount: boolean;
}

/** Where mails about an account go, and how they are read. */
interface MailAddress {
  email: string;
  language: string;
  timezone: string;
  /** Its name. */
  organization: string;
}

/** Orders for mails about accounts, which the push service writes and sends; and where those go that it does not send. */
@Injectable()
export class AccountMailsRepository {
  constructor(private readonly database: Database) {}

  async address(userId: number): Promise<MailAddress | undefined> {
    const [row] = await this.database.query<MailAddress & Record<string, unknown>>(
      'users_account_mail_address',
      `SELECT a.delivery_email AS email, a.default_language AS language, a.timezone, r.name AS organization
       FROM account a JOIN realm r ON r.id = a.realm_id WHERE a.id = $1`,
      [userId],
    );
    return row;
  }

  /** For people, if the organization welcomes by mail. */
  async orderWelcome(
    tx: WriteTransaction,
    userId: number,
    { kind, facts }: Extract<AccountMail, { kind: 'welcome' }>,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO mail_job (realm_id, user_id, kind, facts) SELECT a.realm_id, a.id, $2, $3::jsonb FROM account a
       JOIN realm r ON r.id = a.realm_id WHERE a.id = $1 AND NOT a.is_bot AND r.send_welcome_emails`,
      [userId, kind, JSON.stringify(facts)],
    );
  }

  /** What decides which mails a new account gets in its first days; undefined if it gets none. */
  async newcomer(tx: WriteTransaction, userId: number): Promise<Newcomer | undefined> {
    const [row] = await tx.query<Newcomer & Record<string, unknown>>(
      `SELECT a.timezone, extract(epoch FROM a.date_joined)::float8 * 1000 AS "joinedAtMs", r.org_type AS "orgType",
         EXISTS (SELECT FROM account b JOIN realm o ON o.id = b.realm_id AND o.deactivated_at IS NULL
           WHERE lower(b.delivery_email) = lower(a.delivery_email) AND b.is_active AND b.id <> a.id) AS "hasOtherAccount"
       FROM account a JOIN realm r ON r.id = a.realm_id WHERE a.id = $1 AND NOT a.is_bot AND r.send_welcome_emails`,
      [userId],
    );
    return row;
  }

  /** For later: they wait from then on. */
  async orderOnboarding(tx: WriteTransaction, userId: number, mails: readonly OnboardingMail[]): Promise<void> {
    await tx.query(
      `INSERT INTO mail_job (realm_id, user_id, kind, created_at, happened_at, due_at)
       SELECT $1, $2, m.kind, t.at, t.at, t.at FROM unnest($3::text[], $4::float8[]) AS m (kind, at_ms)
       CROSS JOIN LATERAL (SELECT to_timestamp(m.at_ms / 1000) AS at) t`,
      [tx.realmId, userId, mails.map(({ kind }) => kind), mails.map(({ atMs }) => atMs)],
    );
  }

  async cancelOnboarding(tx: WriteTransaction, userId: number): Promise<void> {
    await tx.query('DELETE FROM mail_job WHERE user_id = $1 AND kind = ANY ($2::text[])', [userId, ONBOARDING_KINDS]);
  }

  async orderAddressChanged(
    tx: WriteTransaction,
    userId: number,
    mail: Extract<AccountMail, { kind: 'address_changed' }>,
  ): Promise<void> {
    await tx.query('INSERT INTO mail_job (realm_id, user_id, kind, facts) VALUES ($1, $2, $3, $4::jsonb)', [
      tx.realmId,
      userId,
      mail.kind,
      JSON.stringify(mail.facts),
    ]);
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
