import { Injectable } from '@nestjs/common';
import type { MailSuspensionReason } from '@stoa/contracts/push';
import { Database, type RowOf, type WriteTransaction } from '@stoa/database';
import { BOUNCE_APART_HOURS, BOUNCE_LIMITS, type Bounce, type BounceKind } from '../../rules/mail/bounces';

/** An account whose mails come back, as it is now. */
export interface BouncingAccount {
  userId: number;
  realmId: number;
  partition: number;
  address: string;
}

const KEPT_HOURS = Math.max(...Object.values(BOUNCE_LIMITS).map(({ hours }) => hours));

/** What came back, and which addresses get no mails because of it. */
@Injectable()
export class BouncesRepository {
  constructor(private readonly database: Database) {}

  /**
   * @param userId that somebody claims: it may be larger than ids are
   * @returns undefined for an account that is gone or was deactivated
   */
  async account(userId: number): Promise<BouncingAccount | undefined> {
    const [row] = await this.database.query<BouncingAccount & RowOf<'Realm', 'partition'> & Record<string, unknown>>(
      'bounces_account',
      `SELECT a.id AS "userId", a.realm_id AS "realmId", r.partition, a.delivery_email AS address
       FROM account a JOIN realm r ON r.id = a.realm_id WHERE a.id = $1::int8 AND a.is_active AND NOT a.is_bot`,
      [userId],
    );
    return row;
  }

  /** The caller holds the user's lock. @returns false for one too many: of its kind there was one a moment ago */
  async add(tx: WriteTransaction, { userId, address }: BouncingAccount, bounce: Bounce): Promise<boolean> {
    const rows = await tx.query(
      `INSERT INTO mail_bounce (realm_id, user_id, address, kind, status, detail)
       SELECT $1, $2, $3, $4, $5, $6 WHERE NOT EXISTS (
         SELECT FROM mail_bounce WHERE user_id = $2 AND kind = $4 AND lower(address) = lower($3)
           AND happened_at > now() - make_interval(hours => ${BOUNCE_APART_HOURS}))
       RETURNING id`,
      [tx.realmId, userId, address, bounce.kind, bounce.status, bounce.detail],
    );
    return rows.length > 0;
  }

  /** How many of each kind count now, of the present address. */
  async counts(tx: WriteTransaction, { userId, address }: BouncingAccount): Promise<Record<BounceKind, number>> {
    const { hard, soft, complaint } = BOUNCE_LIMITS;
    const [row] = await tx.query<Record<BounceKind, number>>(
      `SELECT count(*) FILTER (WHERE kind = 'hard' AND happened_at > now() - make_interval(hours => $3)) AS hard,
         count(*) FILTER (WHERE kind = 'soft' AND happened_at > now() - make_interval(hours => $4)) AS soft,
         count(*) FILTER (WHERE kind = 'complaint' AND happened_at > now() - make_interval(hours => $5)) AS complaint
       FROM mail_bounce WHERE user_id = $1 AND lower(address) = lower($2)`,
      [userId, address, hard.hours, soft.hours, complaint.hours],
    );
    return row ?? { hard: 0, soft: 0, complaint: 0 };
  }

  /** @returns since when, in milliseconds since 1970; null if the address was suspended before */
  async suspend(
    tx: WriteTransaction,
    { userId, address }: BouncingAccount,
    { reason, bounce }: { reason: MailSuspensionReason; bounce: Bounce },
  ): Promise<number | null> {
    const [row] = await tx.query<{ since: number }>(
      `INSERT INTO mail_suspension (user_id, realm_id, address, reason, status, detail) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (user_id) DO UPDATE SET address = excluded.address, reason = excluded.reason,
         status = excluded.status, detail = excluded.detail, since = now(), checked_at = NULL
       WHERE lower(mail_suspension.address) <> lower(excluded.address)
       RETURNING floor(extract(epoch FROM since) * 1000)::int8 AS since`,
      [userId, tx.realmId, address, reason, bounce.status, bounce.detail],
    );
    return row?.since ?? null;
  }

  /** Forgets what does not count any more, and suspensions of addresses that users have changed. @returns how many */
  async forget(limit: number): Promise<number> {
    const [row] = await this.database.query<{ forgotten: number }>(
      'bounces_forget',
      `WITH old AS (
         DELETE FROM mail_bounce WHERE id IN (
           SELECT id FROM mail_bounce WHERE happened_at < now() - make_interval(hours => $2)
           ORDER BY happened_at LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING id),
       over AS (
         DELETE FROM mail_suspension s USING account a
         WHERE a.id = s.user_id AND lower(a.delivery_email) <> lower(s.address) RETURNING s.user_id)
       SELECT count(*) AS forgotten FROM old`,
      [limit, KEPT_HOURS],
    );
    return row?.forgotten ?? 0;
  }
}
