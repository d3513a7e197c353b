import type { PoolClient, QueryResultRow } from 'pg';
import { type Metrics, type SpanOptions, traced } from '@stoa/observability';
import { ConnectionShares } from './connection-shares';
import { FreshReadOutcome, FreshReads } from './fresh-reads';
import { Lock, lockStatement, orderLocks } from './locks';
import type { PrismaClient } from './generated/client';
import { CONNECT_TIMEOUT_MS, DEFAULT_POOL_SIZE, DatabaseUse, PoolOptions, TransactionPool, createPool } from './pool';
import { prismaOfPool } from './prisma-clients';
import { unavailableOr } from './sql-errors';
import { withRetries } from './retries';
import { inTransaction, sendLater } from './transaction';
import {
  OpenWriteTransaction,
  RealmContext,
  WriteContext,
  WriteTransaction,
  realmContextOf,
} from './write-transaction';

/** Reads of one REPEATABLE READ transaction on the primary. */
export interface SnapshotReader {
  /** `pg_current_snapshot()` as text: what the reads see, no more and no less. */
  readonly snapshot: string;
  query<Row extends QueryResultRow = QueryResultRow>(
    name: string,
    text: string,
    params?: readonly unknown[],
  ): Promise<Row[]>;
}

export interface SnapshotOptions {
  /**
   * Statements are planned once per connection, whatever their parameters, and by indexes: where they find rows by ids, another
   * plan for each call is no better, and making it may cost as much as what it does.
   */
  isPlannedOnce?: boolean;
}

/** The origin of a committed change, and its events. */
export interface ChangeSource {
  requestId?: string;
  /** `type` or `type/op` of its events, in order. */
  events: readonly string[];
}

/** Called after a commit that wrote a change: wakes the relay of the partition (a hint; it may be lost). */
export type CommitHook = (partition: number, realmId: number, source: ChangeSource) => void;

/**
 * Called after a commit that gave sets new versions, before the write is over: whoever keeps copies of those sets must not
 * use older ones once it has ended. Never rejects; the commit stands.
 */
export type VersionsHook = (versions: ReadonlyMap<string, number>) => Promise<void>;

interface Committed<T> {
  result: T;
  events: readonly string[];
  versions: ReadonlyMap<string, number>;
}

/** Least connections for single statements; otherwise half as many as transactions have. */
const LEAST_STATEMENTS = 2;
/** A standby that does not answer in this time is passed over. */
const STANDBY_LIMITS = { connectTimeoutMs: 500, answerTimeoutMs: 5_000 };
const STATEMENT_SPAN: SpanOptions = { role: 'client', attributes: { 'db.system.name': 'postgresql' } };
/** Followed by one of the primary where the standby could not answer. */
const STANDBY_SPAN: SpanOptions = {
  role: 'client',
  attributes: { 'db.system.name': 'postgresql', 'stoa.standby': true },
};
/** Its trace goes into the outbox row, so what is relayed later belongs to it. */
const WRITE_SPAN: SpanOptions = { role: 'producer', attributes: { 'db.system.name': 'postgresql' } };
/** No transaction lives longer; read state and the relay count on a minute. */
const LONGEST_TRANSACTION_MS = 50_000;
const BEGIN_WRITE = 'BEGIN ISOLATION LEVEL READ COMMITTED';
const BEGIN_SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
/**
 * Without scans of whole tables: a plan that was made while a table was nearly empty would go on reading all of it, for each of
 * thousands of rows.
 */
const PLAN_ONCE =
  "SELECT set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)";

/**
 * PostgreSQL of one process. Transactions and single statements have separate pools: a transaction that holds a lock may need
 * a second statement, and must get a connection for it however many others wait for the lock.
 */
export class Database {
  private readonly hooks: CommitHook[] = [];
  private readonly versionsHooks: VersionsHook[] = [];
  private observe: ((seconds: number) => void) | undefined;
  private observeFreshRead: ((outcome: FreshReadOutcome) => void) | undefined;
  private readonly freshReads: FreshReads | undefined;
  private prismaClient: PrismaClient | undefined;
  private readonly poolShares: ConnectionShares;
  private readonly statementShares: ConnectionShares;

  private constructor(
    private readonly pool: TransactionPool,
    private readonly statements: TransactionPool,
    standby: TransactionPool | undefined,
    longestWaitMs: number,
  ) {
    this.poolShares = new ConnectionShares(pool.options.max, longestWaitMs);
    this.statementShares = new ConnectionShares(statements.options.max, longestWaitMs);
    if (standby) this.freshReads = new FreshReads(statements, standby, (outcome) => this.observeFreshRead?.(outcome));
  }

  /** Connects at the first use. */
  static open(options: PoolOptions): Database {
    const size = Math.max(LEAST_STATEMENTS, Math.ceil((options.size ?? DEFAULT_POOL_SIZE) / 2));
    const { standbyUrl } = options;
    const standby =
      standbyUrl === undefined ? undefined : createPool({ ...options, ...STANDBY_LIMITS, size, url: standbyUrl });
    const { connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
    const transactions = createPool({ ...options, isPipelined: true });
    return new Database(transactions, createPool({ ...options, size }), standby, connectTimeoutMs);
  }

  /**
   * One statement that waits for no lock, prepared once per connection under `name` (one name, one text, everywhere).
   * @throws UnavailableError when the database cannot be reached
   */
  async query<Row extends QueryResultRow = QueryResultRow>(
    name: string,
    text: string,
    params: readonly unknown[] = [],
  ): Promise<Row[]> {
    return this.statementShares.run(() => this.queryOn<Row>(this.statements, name, text, params));
  }

  /**
   * Like {@link query}, for a statement that only reads and is worth asking a standby, if there is one. It sees everything
   * that was committed when it was asked.
   * @throws UnavailableError when the primary cannot be reached
   */
  async queryFresh<Row extends QueryResultRow = QueryResultRow>(
    name: string,
    text: string,
    params: readonly unknown[] = [],
  ): Promise<Row[]> {
    return this.statementShares.run(async () => {
      const rows = await this.askStandby<Row>(name, text, params);
      return rows ?? this.queryOn<Row>(this.statements, name, text, params);
    });
  }

  /** @returns undefined if the primary has to be asked */
  private async askStandby<Row extends QueryResultRow>(
    name: string,
    text: string,
    params: readonly unknown[],
  ): Promise<Row[] | undefined> {
    const { freshReads } = this;
    if (!freshReads) return undefined;
    try {
      return await traced(`postgres ${name}`, STANDBY_SPAN, () => freshReads.query<Row>(name, text, params));
    } catch (error) {
      throw unavailableOr(error);
    }
  }

  /**
   * Like {@link query}, for a statement that waits for locks by itself. It takes a connection from the transactions' pool, so
   * that the holder of the locks can still run single statements.
   * @throws UnavailableError when the database cannot be reached, or the lock could not be had in time
   */
  async queryLocking<Row extends QueryResultRow = QueryResultRow>(
    name: string,
    text: string,
    params: readonly unknown[] = [],
  ): Promise<Row[]> {
    return this.poolShares.run(() => this.queryOn<Row>(this.pool, name, text, params));
  }

  private async queryOn<Row extends QueryResultRow>(
    pool: TransactionPool,
    name: string,
    text: string,
    params: readonly unknown[],
  ): Promise<Row[]> {
    return traced(`postgres ${name}`, STATEMENT_SPAN, async () => {
      const begun = performance.now();
      try {
        const result = await withRetries(() => pool.query<Row>({ name, text, values: [...params] }));
        return result.rows;
      } finally {
        this.observe?.((performance.now() - begun) / 1000);
      }
    });
  }

  /**
   * Runs one writing operation in a READ COMMITTED transaction: locks, `work`, new versions of bumped sets in key order,
   * the outbox row as last statement if events were emitted, COMMIT, then the hooks. Serialization failures and deadlocks run
   * `work` again, a few times: it must do nothing outside the transaction. When it has ended, the copies of those who were
   * registered by {@link onVersions} are known to be outdated.
   * @param locks taken at the start, each as a statement of its own, in the order realm, channels ascending, user
   * @throws UnavailableError when the database cannot be reached
   */
  write<T>(ctx: WriteContext, locks: readonly Lock[], work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    return traced('write change', WRITE_SPAN, () =>
      this.writeWithRetries(realmContextOf(ctx), orderLocks(locks), work),
    );
  }

  private async writeWithRetries<T>(
    context: RealmContext,
    locks: readonly Lock[],
    work: (tx: WriteTransaction) => Promise<T>,
  ): Promise<T> {
    const { result, events, versions } = await this.attemptWrites(context, locks, work);
    const { partition, realmId, requestId } = context;
    // Before anybody is told: who learns of the change, by its events or by the answer, may ask for what it changed.
    if (versions.size > 0) await Promise.all(this.versionsHooks.map((hook) => hook(versions)));
    if (events.length > 0) this.announceChange(partition, realmId, { requestId, events });
    return result;
  }

  private attemptWrites<T>(
    context: RealmContext,
    locks: readonly Lock[],
    work: (tx: WriteTransaction) => Promise<T>,
  ): Promise<Committed<T>> {
    return withRetries(() => this.poolShares.runHolding(() => this.attemptWrite(context, locks, work)));
  }

  private attemptWrite<T>(
    context: RealmContext,
    locks: readonly Lock[],
    work: (tx: WriteTransaction) => Promise<T>,
  ): Promise<Committed<T>> {
    const lock = (client: PoolClient, { lockClass, id, mode }: Lock) =>
      client.query({ ...lockStatement(mode), values: [lockClass, id] });
    return inTransaction(this.pool, {
      longestMs: LONGEST_TRANSACTION_MS,
      begin: (client) => Promise.all([client.query(BEGIN_WRITE), ...locks.map((each) => lock(client, each))]),
      work: async (client) => {
        const tx = new OpenWriteTransaction(context, client);
        try {
          const result = await work(tx);
          return { result, tx, row: await tx.finish() };
        } catch (error) {
          tx.end();
          throw error;
        }
      },
      last: ({ tx, row }) => {
        const stored = row ? tx.storeChange(row) : undefined;
        tx.end();
        return stored;
      },
    }).then(({ result, tx }) => ({ result, events: tx.eventNames, versions: tx.newVersions }));
  }

  /**
   * Reads that belong together, in one REPEATABLE READ READ ONLY transaction on the primary. After a deadlock `work` runs
   * again, as in {@link write}: a migration that changes several tables may wait for one that the transaction has read, while
   * the transaction waits for one that the migration has changed.
   * @throws UnavailableError when the database cannot be reached or is a standby
   */
  snapshotRead<T>(work: (reader: SnapshotReader) => Promise<T>, options: SnapshotOptions = {}): Promise<T> {
    return this.readSnapshot(work, options);
  }

  /** {@link snapshotRead} for `work` that hands on what it reads while it reads: it runs once, and a deadlock is thrown. */
  snapshotReadOnce<T>(work: (reader: SnapshotReader) => Promise<T>): Promise<T> {
    return this.readSnapshot(work, {}, 1);
  }

  private readSnapshot<T>(
    work: (reader: SnapshotReader) => Promise<T>,
    options: SnapshotOptions,
    mostAttempts?: number,
  ): Promise<T> {
    const attempt = () => this.poolShares.runHolding(() => this.attemptSnapshot(work, options));
    return traced('postgres snapshot', STATEMENT_SPAN, () => withRetries(attempt, mostAttempts));
  }

  private attemptSnapshot<T>(
    work: (reader: SnapshotReader) => Promise<T>,
    { isPlannedOnce = false }: SnapshotOptions,
  ): Promise<T> {
    let isOver = false;
    return inTransaction(this.pool, {
      longestMs: LONGEST_TRANSACTION_MS,
      begin: (client) =>
        Promise.all([
          client.query(BEGIN_SNAPSHOT),
          currentSnapshot(client),
          isPlannedOnce ? client.query({ name: 'snapshot_plan_once', text: PLAN_ONCE }) : undefined,
        ]),
      work: (client, [, snapshot]) =>
        work({
          snapshot,
          query: async <Row extends QueryResultRow>(name: string, text: string, params: readonly unknown[] = []) => {
            // A part that goes on after another one failed: by then the connection may be another request's.
            if (isOver) throw new Error('the snapshot is over');
            sendLater(client);
            return (await client.query<Row>({ name, text, values: [...params] })).rows;
          },
        }).finally(() => (isOver = true)),
    });
  }

  /**
   * Prisma's client on this pool, loaded at its first use. It takes 100 MB and half a second of CPU, so services that answer
   * requests do without (decision 033).
   */
  get prisma(): PrismaClient {
    this.prismaClient ??= prismaOfPool(this.pool);
    return this.prismaClient;
  }

  /** Registers a hook that runs after every commit that wrote a change. */
  onCommit(hook: CommitHook): void {
    this.hooks.push(hook);
  }

  /** Registers a hook that runs after every commit that gave sets new versions, and that the write waits for. */
  onVersions(hook: VersionsHook): void {
    this.versionsHooks.push(hook);
  }

  /**
   * A write whose statement makes the outbox row itself. `work` puts `withTrace` around the routing, and the commit is
   * announced by {@link announceChange}.
   */
  writeAlone<T>(work: () => Promise<T>): Promise<T> {
    return traced('write change', WRITE_SPAN, work);
  }

  /** For SQL functions that write the outbox row themselves: call it after their commit. */
  announceChange(partition: number, realmId: number, source: ChangeSource): void {
    for (const hook of this.hooks) hook(partition, realmId, source);
  }

  /** Shows how long single statements take, waiting for a connection included; those of transactions wait for each other. */
  meter(metrics: Metrics): void {
    const seconds = metrics.histogram('stoa_database_statement_seconds', 'Time of a single statement, in seconds.');
    this.observe = (taken) => seconds.observe(taken);
    if (!this.freshReads) return;
    const reads = metrics.counter(
      'stoa_database_standby_reads_total',
      'Reads that the standby answered, or the primary because the standby was behind or away.',
      ['outcome'],
    );
    this.observeFreshRead = (outcome) => reads.inc({ outcome });
  }

  use(): DatabaseUse {
    const pools = [this.pool, this.statements];
    const sum = (value: (pool: TransactionPool) => number): number => pools.reduce((all, pool) => all + value(pool), 0);
    return {
      statements: {
        request: sum((pool) => pool.statements.request),
        background: sum((pool) => pool.statements.background),
      },
      connections: {
        total: sum((pool) => pool.totalCount),
        idle: sum((pool) => pool.idleCount),
        waiting: sum((pool) => pool.waitingCount) + this.poolShares.waiting + this.statementShares.waiting,
        limit: sum((pool) => pool.options.max),
      },
    };
  }

  /** Ends all connections; statements that run are awaited. */
  async close(): Promise<void> {
    await this.prismaClient?.$disconnect();
    await Promise.all([this.pool.end(), this.statements.end(), this.freshReads?.close()]);
  }
}

async function currentSnapshot(client: PoolClient): Promise<string> {
  const result = await client.query<{ snapshot: string; standby: boolean }>({
    name: 'snapshot_begin',
    text: 'SELECT pg_current_snapshot()::text AS snapshot, pg_is_in_recovery() AS standby',
  });
  const [row] = result.rows;
  // Answered as unavailable: the connection is to a server that is not, or no longer, the primary.
  if (!row || row.standby) throw Object.assign(new Error('The database is a standby'), { code: '57P03' });
  return row.snapshot;
}
