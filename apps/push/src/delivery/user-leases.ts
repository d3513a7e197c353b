import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';
import { PeriodicJob } from '@stoa/lifecycle';
import { LOGGER, type Logger } from '@stoa/observability';

/** A process that is silent for so long loses its users. */
const HELD_MS = 6_000;
const RENEW_EVERY_MS = 2_000;
/** How much of the time must be left for beginning to send. */
const MARGIN_MS = 1_500;

/**
 * Who delivers to a user: one process at a time, one piece of work in it. Rows with a time and not locks of a session,
 * so that they work through a pooler and no connection waits for the relay.
 */
@Injectable()
export class UserLeases extends PeriodicJob {
  readonly holder = randomUUID();
  /** Users whose lane this process holds, with the time until which it surely does. */
  private readonly held = new Map<number, number>();

  constructor(
    private readonly database: Database,
    @Inject(LOGGER) log: Logger,
  ) {
    super({ failure: 'push deliveries may be repeated', everyMs: RENEW_EVERY_MS }, log);
  }

  /** Goes on until the work that is under way is over: callers that wait for that call {@link stop}. */
  override beforeApplicationShutdown(): Promise<void> {
    return Promise.resolve();
  }

  /** Takes the free ones of the users' lanes. */
  async hold(userIds: readonly number[]): Promise<number[]> {
    const until = performance.now() + HELD_MS;
    const rows = await this.database.query<RowOf<'PushLane', 'user_id'>>(
      'push_lane_hold',
      `INSERT INTO push_lane AS l (user_id, holder, held_until)
       SELECT DISTINCT u, $2::uuid, now() + make_interval(secs => $3) FROM unnest($1::int[]) AS u ORDER BY u
       ON CONFLICT (user_id) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
       WHERE l.held_until <= now() RETURNING l.user_id`,
      [userIds, this.holder, HELD_MS / 1_000],
    );
    for (const { user_id: userId } of rows) this.held.set(userId, until);
    return rows.map(({ user_id: userId }) => userId);
  }

  /** Whether this process still owns the user: it may have been stopped for a while. */
  isHeld(userId: number): boolean {
    return (this.held.get(userId) ?? 0) - MARGIN_MS > performance.now();
  }

  /** The lanes were given back, with what was written at the end of the work. */
  forget(userIds: readonly number[]): void {
    for (const userId of userIds) this.held.delete(userId);
  }

  async release(userIds: readonly number[]): Promise<void> {
    this.forget(userIds);
    await this.database.query(
      'push_lane_release',
      'DELETE FROM push_lane WHERE user_id = ANY($1::int[]) AND holder = $2::uuid',
      [userIds, this.holder],
    );
  }

  async round(): Promise<void> {
    const userIds = [...this.held.keys()];
    if (userIds.length === 0) return;
    const until = performance.now() + HELD_MS;
    const rows = await this.database.query<RowOf<'PushLane', 'user_id'>>(
      'push_lane_renew',
      `UPDATE push_lane SET held_until = now() + make_interval(secs => $3)
       WHERE user_id = ANY($1::int[]) AND holder = $2::uuid RETURNING user_id`,
      [userIds, this.holder, HELD_MS / 1_000],
    );
    for (const { user_id: userId } of rows) if (this.held.has(userId)) this.held.set(userId, until);
  }
}
