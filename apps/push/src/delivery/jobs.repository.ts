import { Injectable } from '@nestjs/common';
import { Database } from '@stoa/database';
import { PUSH_TRIGGERS, type PushTrigger } from '../rules/decisions/triggers';
import type { Recipient } from '../jobs';
import type { Backlog } from '../push-metrics';
import type { NotificationJob, PushJob, UserJobs } from './job-rows';

/** A job that is tried again. */
export interface Postponed {
  jobId: number;
  delaySeconds: number;
  sentParts: number;
}

/** A job that no repetition would help. */
export interface DeadJob {
  jobId: number;
  failure: string;
  sentParts: number;
}

/** How a turn of some users ended. */
export interface TurnResult {
  /** Delivered and dropped. */
  doneIds: readonly number[];
  postponed: readonly Postponed[];
  dead: readonly DeadJob[];
  /** Messages whose notifications are gone. */
  unflagged: readonly { userId: number; messageIds: readonly number[] }[];
  /** Older notifications of these users are not wanted any more. */
  obsolete: readonly { userId: number; belowId: number }[];
}

/** Jobs of one user that are read at once; of an old backlog the newest. */
const JOBS_AT_ONCE = 100;
const NEWEST_OF_BACKLOG = 500;
/** A user whose oldest job is older has a backlog (the relay was away). */
const OLD_BACKLOG_SECONDS = 300;

const COLUMNS = `j.id, j.realm_id, j.user_id, j.message_id, j.removed_ids, j.trigger, j.mentioned_group_id,
  j.mentioned_group_name, j.sender_hidden, j.has_flagged, j.sent_parts, j.attempts, j.due_at <= now() AS is_due,
  extract(epoch FROM j.happened_at)::float8 * 1000 AS happened_at, extract(epoch FROM j.created_at)::float8 * 1000 AS created_at`;
const WAITING = 'w.user_id = u.id AND w.failed_at IS NULL';

/** `+ 0` keeps the planner from walking all jobs by their ids: a user's few are found by user and sorted. */
const LOAD_SQL = `SELECT ${COLUMNS}, extract(epoch FROM o.oldest)::float8 * 1000 AS oldest_at, o.first_id
  FROM unnest($1::int[]) AS u (id)
  CROSS JOIN LATERAL (SELECT min(w.created_at) AS oldest, min(w.id + 0) AS first_id FROM push_job w WHERE ${WAITING}) o
  CROSS JOIN LATERAL (
    (SELECT w.* FROM push_job w WHERE ${WAITING} AND o.oldest >= now() - make_interval(secs => ${OLD_BACKLOG_SECONDS})
      ORDER BY w.id + 0 LIMIT ${JOBS_AT_ONCE})
    UNION ALL
    (SELECT w.* FROM push_job w WHERE ${WAITING} AND o.oldest < now() - make_interval(secs => ${OLD_BACKLOG_SECONDS})
      ORDER BY w.id + 0 DESC LIMIT ${NEWEST_OF_BACKLOG})) j
  ORDER BY j.user_id, j.id`;

const FINISH_SQL = `WITH done AS (DELETE FROM push_job WHERE id = ANY($1::bigint[])),
  later AS (UPDATE push_job j SET attempts = j.attempts + 1, due_at = now() + make_interval(secs => l.delay),
      sent_parts = l.parts
    FROM unnest($2::bigint[], $3::float8[], $4::smallint[]) AS l (id, delay, parts) WHERE j.id = l.id),
  dead AS (UPDATE push_job j SET attempts = j.attempts + 1, failed_at = now(), failure = d.failure, sent_parts = d.parts
    FROM unnest($5::bigint[], $6::text[], $7::smallint[]) AS d (id, failure, parts) WHERE j.id = d.id),
  unflagged AS (DELETE FROM pushed_message p USING unnest($8::int[], $9::bigint[]) AS u (user_id, message_id)
    WHERE p.user_id = u.user_id AND p.message_id = u.message_id),
  obsolete AS (DELETE FROM push_job j USING unnest($10::int[], $11::bigint[]) AS o (user_id, below)
    WHERE j.user_id = o.user_id AND j.id < o.below AND j.message_id IS NOT NULL AND j.failed_at IS NULL RETURNING j.id),
  lanes AS (DELETE FROM push_lane WHERE user_id = ANY($12::int[]) AND holder = $13::uuid)
  SELECT count(*) AS obsolete FROM obsolete`;

interface JobRow extends Record<string, unknown> {
  id: number;
  realm_id: number;
  user_id: number;
  message_id: number | null;
  removed_ids: number[];
  trigger: string | null;
  mentioned_group_id: number | null;
  mentioned_group_name: string | null;
  sender_hidden: boolean;
  has_flagged: boolean;
  sent_parts: number;
  attempts: number;
  is_due: boolean;
  happened_at: number;
  created_at: number;
  oldest_at: number;
  first_id: number;
}

/** The work list. */
@Injectable()
export class JobsRepository {
  constructor(private readonly database: Database) {}

  /** What waits for the users, whose lanes the caller holds. */
  async load(userIds: readonly number[]): Promise<UserJobs[]> {
    const rows = await this.database.query<JobRow>('push_jobs_load', LOAD_SQL, [userIds]);
    const byUser = new Map<number, JobRow[]>();
    for (const row of rows) {
      const known = byUser.get(row.user_id);
      if (known) known.push(row);
      else byUser.set(row.user_id, [row]);
    }
    return [...byUser].flatMap(([userId, own]) => {
      const [first] = own;
      if (!first) return [];
      return [{ userId, jobs: own.map(jobOf), oldestAtMs: first.oldest_at, hasOlder: first.first_id < first.id }];
    });
  }

  /** Sets `active_mobile_push_notification`, and remembers which jobs did so. */
  async flag(jobs: readonly NotificationJob[]): Promise<void> {
    if (jobs.length === 0) return;
    await this.database.query(
      'push_flag',
      `WITH flagged AS (
         INSERT INTO pushed_message (user_id, message_id) SELECT * FROM unnest($2::int[], $3::bigint[])
         ON CONFLICT DO NOTHING)
       UPDATE push_job SET has_flagged = true WHERE id = ANY($1::bigint[])`,
      [jobs.map(({ id }) => id), jobs.map(({ userId }) => userId), jobs.map(({ messageId }) => messageId)],
    );
  }

  /**
   * Writes how a turn ended and gives the lanes back, at once.
   * @returns how many obsolete notifications there were
   */
  async finish(result: TurnResult, leases: { userIds: readonly number[]; holder: string }): Promise<number> {
    const pairs = result.unflagged.flatMap(({ userId, messageIds }) => messageIds.map((id) => [userId, id] as const));
    const [row] = await this.database.query<{ obsolete: number }>('push_finish', FINISH_SQL, [
      result.doneIds,
      result.postponed.map(({ jobId }) => jobId),
      result.postponed.map(({ delaySeconds }) => delaySeconds),
      result.postponed.map(({ sentParts }) => sentParts),
      result.dead.map(({ jobId }) => jobId),
      result.dead.map(({ failure }) => failure),
      result.dead.map(({ sentParts }) => sentParts),
      pairs.map(([userId]) => userId),
      pairs.map(([, messageId]) => messageId),
      result.obsolete.map(({ userId }) => userId),
      result.obsolete.map(({ belowId }) => belowId),
      leases.userIds,
      leases.holder,
    ]);
    return row?.obsolete ?? 0;
  }

  /** The users among these for whom something is due now. */
  async withWork(userIds: readonly number[]): Promise<Recipient[]> {
    return this.database.query<Recipient & Record<string, unknown>>(
      'push_with_work',
      `SELECT min(j.realm_id) AS "realmId", j.user_id AS "userId" FROM push_job j
       WHERE j.user_id = ANY($1::int[]) AND j.failed_at IS NULL
       GROUP BY j.user_id HAVING (array_agg(j.due_at ORDER BY j.id))[1] <= now()`,
      [userIds],
    );
  }

  /** Users whose jobs nobody has looked at for a while, those of each organization longest waiting first. */
  async overdue(afterSeconds: number, limit: number): Promise<Recipient[]> {
    return this.database.query<Recipient & Record<string, unknown>>(
      'push_overdue',
      `SELECT o.realm_id AS "realmId", o.user_id AS "userId" FROM (
         SELECT d.realm_id, d.user_id, row_number() OVER (PARTITION BY d.realm_id ORDER BY d.due_at) AS place
         FROM (SELECT j.realm_id, j.user_id, min(j.due_at) AS due_at FROM (
             SELECT * FROM push_job WHERE due_at <= now() - make_interval(secs => $1) AND failed_at IS NULL
             ORDER BY due_at LIMIT 20000) j
           WHERE NOT EXISTS (SELECT FROM push_lane l WHERE l.user_id = j.user_id AND l.held_until > now())
           GROUP BY j.realm_id, j.user_id) d) o
       ORDER BY o.place LIMIT $2`,
      [afterSeconds, limit],
    );
  }

  /** How much waits, and in which organizations; counts stop at 100,000. */
  async backlog(): Promise<{ total: Backlog; byRealm: Map<number, number> }> {
    const rows = await this.database.query<{ realm_id: number; jobs: number; dead: number; oldest: number | null }>(
      'push_backlog',
      `SELECT j.realm_id, count(*) FILTER (WHERE j.failed_at IS NULL) AS jobs,
         count(*) FILTER (WHERE j.failed_at IS NOT NULL) AS dead,
         extract(epoch FROM now() - min(j.created_at) FILTER (WHERE j.failed_at IS NULL))::float8 AS oldest
       FROM (SELECT realm_id, failed_at, created_at FROM push_job ORDER BY id LIMIT 100000) j GROUP BY j.realm_id`,
    );
    const sum = (value: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + value(row), 0);
    const oldestSeconds = Math.max(0, ...rows.map(({ oldest }) => oldest ?? 0));
    return {
      total: { jobs: sum(({ jobs }) => jobs), deadLetters: sum(({ dead }) => dead), oldestSeconds },
      byRealm: new Map(rows.map(({ realm_id, jobs }) => [realm_id, jobs])),
    };
  }
}

function jobOf(row: JobRow): PushJob {
  const base = {
    id: row.id,
    realmId: row.realm_id,
    userId: row.user_id,
    happenedAtMs: row.happened_at,
    createdAtMs: row.created_at,
    isDue: row.is_due,
    attempts: row.attempts,
    sentParts: row.sent_parts,
  };
  if (row.message_id === null) return { ...base, kind: 'removal', removedIds: row.removed_ids };
  const { mentioned_group_id: groupId, mentioned_group_name: name } = row;
  const trigger = triggerOf(row.trigger);
  return {
    ...base,
    kind: 'message',
    messageId: row.message_id,
    decision: groupId === null || name === null ? { trigger } : { trigger, mentionedGroup: { groupId, name } },
    isSenderHidden: row.sender_hidden,
    hasFlagged: row.has_flagged,
  };
}

/** A newer release may have written a trigger that this one does not know: it is notified like any message. */
function triggerOf(text: string | null): PushTrigger {
  return PUSH_TRIGGERS.find((trigger) => trigger === text) ?? 'stream_push_notify';
}
