import { Injectable } from '@nestjs/common';
import { Database } from '@stoa/database';
import type { DigestZone } from '../../rules/mail/digests/digest-zones';

/** Whoever was there within so many days gets no digest, and a digest tells of as many. */
export const AWAY_DAYS = 5;
/** Two rounds of one morning, or clocks that are set back, order nothing twice. */
const APART_HOURS = 12;
/** Minutes over which the mails of an hour are spread. Those of a minute are due together, so they share statements. */
const SPREAD_MINUTES = 60;

/** Orders digests: a row for each, claimed with the row that says that it was ordered. */
@Injectable()
export class DigestOrdersRepository {
  constructor(private readonly database: Database) {}

  /** Time zones of accounts in organizations that have digests: what was imported may be an alias, or no zone at all. */
  async zones(): Promise<string[]> {
    const rows = await this.database.query<{ timezone: string }>(
      'digests_zones',
      `SELECT DISTINCT a.timezone FROM realm r JOIN account a ON a.realm_id = r.id
       WHERE r.digest_emails_enabled AND r.deactivated_at IS NULL
         AND a.is_active AND NOT a.is_bot AND a.enable_digest_emails`,
    );
    return rows.map(({ timezone }) => timezone);
  }

  /**
   * For people who were away, where it is the organization's day. A user is away whom nothing has seen: no presence, no
   * session, no message of theirs, no account that was made meanwhile.
   * @param zones by the names that accounts have ({@link zones})
   * @returns how many were ordered, `limit` at most
   */
  async order(zones: readonly DigestZone[], limit: number): Promise<number> {
    const rows = await this.database.query(
      'digests_order',
      `WITH due AS (
         SELECT a.id, a.realm_id FROM realm r JOIN account a ON a.realm_id = r.id
           JOIN unnest($1::text[], $2::int[]) AS z (zone, weekday) ON z.weekday = r.digest_weekday
             AND z.zone = a.timezone
           LEFT JOIN digest_order d ON d.user_id = a.id
         WHERE r.digest_emails_enabled AND r.deactivated_at IS NULL
           AND a.is_active AND NOT a.is_bot AND a.enable_digest_emails
           AND (d.ordered_at IS NULL OR d.ordered_at < now() - make_interval(hours => ${APART_HOURS}))
           AND a.date_joined < now() - make_interval(days => ${AWAY_DAYS})
           AND NOT EXISTS (SELECT FROM presence p WHERE p.user_id = a.id
             AND p.last_active_at > now() - make_interval(days => ${AWAY_DAYS}))
           AND NOT EXISTS (SELECT FROM user_session s WHERE s.user_id = a.id
             AND s.last_used_at > now() - make_interval(days => ${AWAY_DAYS}))
           AND NOT EXISTS (SELECT FROM (
             SELECT m.sent_at FROM message m WHERE m.sender_id = a.id ORDER BY m.id DESC LIMIT 1) own
             WHERE own.sent_at > now() - make_interval(days => ${AWAY_DAYS}))
         ORDER BY a.id LIMIT $3),
       ordered AS (
         INSERT INTO digest_order (user_id, realm_id) SELECT id, realm_id FROM due ORDER BY id
         ON CONFLICT (user_id) DO UPDATE SET ordered_at = now()
         WHERE digest_order.ordered_at < now() - make_interval(hours => ${APART_HOURS})
         RETURNING user_id, realm_id)
       INSERT INTO mail_job (realm_id, user_id, kind, created_at, happened_at, due_at)
       SELECT o.realm_id, o.user_id, 'digest', t.at, t.at, t.at FROM ordered o CROSS JOIN LATERAL (
         SELECT now() + make_interval(mins => (hashint4(o.user_id) & 2147483647) % ${SPREAD_MINUTES}) AS at) t
       RETURNING id`,
      [zones.map(({ zone }) => zone), zones.map(({ weekday }) => weekday), limit],
    );
    return rows.length;
  }
}
