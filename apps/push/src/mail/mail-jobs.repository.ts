import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';

/** A mail that is to be handed over, held by this process for a while. */
export interface MailJob extends RowOf<'MailJob', 'id' | 'realmId' | 'userId' | 'kind' | 'attempts'> {
  mailId: string;
  messageIds: number[];
  facts: unknown;
  createdAtMs: number;
}

/** A mail by its row. */
export interface MailOfRealm {
  realmId: number;
  id: number;
}

/** How much waits. */
export interface MailBacklog {
  mails: number;
  oldestSeconds: number;
  deadLetters: number;
  /** Mails that wait, by organization. */
  byRealm: Map<number, number>;
}

/** How attempts ended. */
export interface MailResults {
  /** Handed over, or not wanted any more. */
  doneIds: readonly number[];
  later: readonly { id: number; delaySeconds: number }[];
  /** Held, and not begun: it does not count as an attempt. With no delay they stay due since when they are. */
  untried: readonly { id: number; delaySeconds: number }[];
  dead: readonly { id: number; failure: string }[];
}

/** Longer than a piece of work may take: then somebody else takes over from a process that died. */
export const HELD_SECONDS = 45;

const CLAIM_SQL = `WITH free AS (
    SELECT id FROM mail_job WHERE id = ANY ($1::bigint[]) AND failed_at IS NULL AND due_at <= now()
      AND (held_until IS NULL OR held_until <= now()) ORDER BY id FOR UPDATE SKIP LOCKED)
  UPDATE mail_job j SET held_until = now() + make_interval(secs => ${HELD_SECONDS}), attempts = j.attempts + 1
  FROM free f WHERE j.id = f.id
  RETURNING j.id, j.mail_id::text AS "mailId", j.realm_id AS "realmId", j.user_id AS "userId", j.kind, j.attempts,
    j.message_ids AS "messageIds", j.facts, extract(epoch FROM j.created_at)::float8 * 1000 AS "createdAtMs"`;

const FINISH_SQL = `WITH done AS (DELETE FROM mail_job WHERE id = ANY ($1::bigint[])),
  later AS (UPDATE mail_job j SET held_until = NULL, due_at = now() + make_interval(secs => l.delay)
    FROM unnest($2::bigint[], $3::float8[]) AS l (id, delay) WHERE j.id = l.id),
  untried AS (UPDATE mail_job j SET held_until = NULL, attempts = j.attempts - 1,
      due_at = CASE WHEN u.delay > 0 THEN now() + make_interval(secs => u.delay) ELSE j.due_at END
    FROM unnest($4::bigint[], $5::float8[]) AS u (id, delay) WHERE j.id = u.id),
  dead AS (UPDATE mail_job j SET held_until = NULL, failed_at = now(), failure = d.failure
    FROM unnest($6::bigint[], $7::text[]) AS d (id, failure) WHERE j.id = d.id)
  SELECT 1 AS finished`;

/** Mails that wait, and the windows that bring them. */
@Injectable()
export class MailJobsRepository {
  constructor(private readonly database: Database) {}

  /** Makes mails of the windows that are over. @param limit of windows */
  closeWindows(limit: number): Promise<MailOfRealm[]> {
    return this.database.query<MailOfRealm & Record<string, unknown>>(
      'mail_windows_close',
      'SELECT mail_job_id AS id, mail_realm_id AS "realmId" FROM mail_windows_close($1)',
      [limit],
    );
  }

  /** Takes on those of the mails that are due and that nobody else works on. */
  claim(ids: readonly number[]): Promise<MailJob[]> {
    return this.database.query<MailJob & Record<string, unknown>>('mail_jobs_claim', CLAIM_SQL, [ids]);
  }

  async finish({ doneIds, later, untried, dead }: MailResults): Promise<void> {
    await this.database.query('mail_jobs_finish', FINISH_SQL, [
      doneIds,
      later.map(({ id }) => id),
      later.map(({ delaySeconds }) => delaySeconds),
      untried.map(({ id }) => id),
      untried.map(({ delaySeconds }) => delaySeconds),
      dead.map(({ id }) => id),
      dead.map(({ failure }) => failure),
    ]);
  }

  /** Mails that nobody works on and that were due a moment ago, those of each organization longest waiting first. */
  overdue(afterSeconds: number, limit: number): Promise<MailOfRealm[]> {
    return this.database.query<MailOfRealm & Record<string, unknown>>(
      'mail_jobs_overdue',
      `SELECT o.id, o.realm_id AS "realmId" FROM (
         SELECT d.id, d.realm_id, row_number() OVER (PARTITION BY d.realm_id ORDER BY d.due_at, d.id) AS place
         FROM (SELECT id, realm_id, due_at FROM mail_job
           WHERE due_at <= now() - make_interval(secs => $1) AND failed_at IS NULL
             AND (held_until IS NULL OR held_until <= now())
           ORDER BY due_at LIMIT 20000) d) o
       ORDER BY o.place LIMIT $2`,
      [afterSeconds, limit],
    );
  }

  /** Counts stop at 100,000. What is ordered for later does not wait yet. */
  async backlog(): Promise<MailBacklog> {
    const rows = await this.database.query<{ realm_id: number; mails: number; dead: number; oldest: number | null }>(
      'mail_jobs_backlog',
      `SELECT j.realm_id, count(*) FILTER (WHERE j.failed_at IS NULL) AS mails,
         count(*) FILTER (WHERE j.failed_at IS NOT NULL) AS dead,
         extract(epoch FROM now() - min(j.created_at) FILTER (WHERE j.failed_at IS NULL))::float8 AS oldest
       FROM (SELECT realm_id, failed_at, created_at FROM mail_job
         WHERE created_at <= now() OR failed_at IS NOT NULL ORDER BY id LIMIT 100000) j GROUP BY j.realm_id`,
    );
    const sum = (value: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + value(row), 0);
    return {
      mails: sum(({ mails }) => mails),
      deadLetters: sum(({ dead }) => dead),
      oldestSeconds: Math.max(0, ...rows.map(({ oldest }) => oldest ?? 0)),
      byRealm: new Map(rows.map(({ realm_id, mails }) => [realm_id, mails])),
    };
  }

  /** Forgets which messages were mailed so long ago that nothing brings them again. @returns how many it forgot */
  async forgetTaken(afterDays: number, limit: number): Promise<number> {
    const rows = await this.database.query(
      'missed_messages_forget',
      `DELETE FROM missed_message m USING (
         SELECT user_id, message_id FROM missed_message WHERE taken_at < now() - make_interval(days => $1::int)
         ORDER BY taken_at LIMIT $2 FOR UPDATE SKIP LOCKED) o
       WHERE m.user_id = o.user_id AND m.message_id = o.message_id RETURNING m.user_id`,
      [afterDays, limit],
    );
    return rows.length;
  }
}
