import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient, QueryResultRow } from 'pg';
import type { TransactionPool } from './pool';
import { errorCode } from './sql-errors';

/** Who answered: the standby, or the primary because the standby was behind or could not be asked. */
export type FreshReadOutcome = 'standby' | 'behind' | 'away';

/** So long a standby may take to catch up with what was committed when it is asked. */
const CATCH_UP_MS = 30;
const CATCH_UP_STEP_MS = 3;
/** A standby that cannot report its position within this time counts as down. */
const ANSWER_MS = 300;
/** After a failure the standby is left alone for so long. */
const REST_MS = 2_000;
/** Classes of errors that are the statement's own: a primary would answer the same. */
const OWN_ERROR = /^(0A|2[0-46-9A-F]|3[0-9A-F]|42|54|57014)/;
/** Replaying had to remove what the statement was reading. */
const CONFLICT_WITH_RECOVERY = '40001';

interface Position {
  wal: string;
}

/**
 * Single statements that only read, by a standby as long as it has everything that was committed when they are asked:
 * a client reads what it wrote, and nobody reads what was taken from them (design.md I11). The position comes from the
 * primary, once for all statements that ask in the same moment; in doubt the primary answers.
 */
export class FreshReads {
  private position: Promise<string> | undefined;
  private restsUntil = 0;

  constructor(
    private readonly primary: TransactionPool,
    private readonly standby: TransactionPool,
    private readonly observe: (outcome: FreshReadOutcome) => void,
  ) {}

  /** @returns undefined if the primary has to be asked */
  async query<Row extends QueryResultRow>(
    name: string,
    text: string,
    params: readonly unknown[],
  ): Promise<Row[] | undefined> {
    if (performance.now() < this.restsUntil) return this.leave('away');
    const position = await this.currentPosition();
    let client: PoolClient | undefined;
    let failure: Error | undefined;
    try {
      client = await this.standby.connect();
      if (!(await withinTime(hasReached(client, position)))) return this.leave('behind');
      const { rows } = await client.query<Row>({ name, text, values: [...params] });
      this.observe('standby');
      return rows;
    } catch (error) {
      const code = errorCode(error) ?? '';
      if (client && OWN_ERROR.test(code)) throw error;
      if (client && code === CONFLICT_WITH_RECOVERY) return this.leave('behind');
      failure = error instanceof Error ? error : new Error('the standby failed', { cause: error });
      this.restsUntil = performance.now() + REST_MS;
      return this.leave('away');
    } finally {
      client?.release(failure);
    }
  }

  close(): Promise<void> {
    return this.standby.end();
  }

  private leave(outcome: FreshReadOutcome): undefined {
    this.observe(outcome);
    return undefined;
  }

  /** Where the primary's log is durable now: every commit that was acknowledged is before it. */
  private currentPosition(): Promise<string> {
    this.position ??= new Promise<string>((resolve, reject) => {
      // All who ask in this turn of the event loop share the answer; who asks later may know of later commits.
      setImmediate(() => {
        this.position = undefined;
        this.primary
          .query<Position>({ name: 'primary_position', text: 'SELECT pg_current_wal_flush_lsn()::text AS wal' })
          .then(({ rows: [row] }) => resolve(row?.wal ?? ''), reject);
      });
    });
    return this.position;
  }
}

async function withinTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the standby does not answer')), ANSWER_MS);
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
    // It may fail when its connection is closed, after nobody waits for it any more.
    answer.catch(() => undefined);
  }
}

/** Whether a standby has replayed the log up to a position, or does so within a moment; never true of a primary. */
async function hasReached(client: PoolClient, position: string): Promise<boolean> {
  const deadline = performance.now() + CATCH_UP_MS;
  for (;;) {
    const { rows } = await client.query<{ reached: boolean | null }>({
      name: 'standby_position',
      text: 'SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS reached',
      values: [position],
    });
    if (rows[0]?.reached) return true;
    if (performance.now() >= deadline) return false;
    await pause(CATCH_UP_STEP_MS);
  }
}
