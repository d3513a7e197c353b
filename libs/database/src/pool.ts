import { type WorkCause, causeOfWork } from '@stoa/observability';
import { Client, Pool, PoolClient, types } from 'pg';
import { LostServers } from './lost-servers';

export interface PoolOptions {
  /** postgresql:// URL of the primary. */
  url: string;
  /** postgresql:// URL of a standby that may answer what only reads. */
  standbyUrl?: string;
  /** Largest number of connections. */
  size?: number;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** Longest statement, in milliseconds. */
  statementTimeoutMs?: number;
  /** Longest wait for the answer to a statement, in milliseconds: of a server that has stopped. */
  answerTimeoutMs?: number;
  /** Longest pause inside a transaction, in milliseconds. */
  idleInTransactionTimeoutMs?: number;
  /** Longest wait for a lock, in milliseconds. */
  lockTimeoutMs?: number;
  /** Longest wait for a free connection, in milliseconds. */
  connectTimeoutMs?: number;
  /** Statements leave at once, though earlier ones of their connection are not answered yet. */
  isPipelined?: boolean;
}

export const DEFAULT_POOL_SIZE = 10;
/** Longest statement, in milliseconds. */
const STATEMENT_MS = 30_000;
/** The server says itself that a statement took too long, unless it is lost. */
const ANSWER_MARGIN_MS = 5_000;
/** Longest wait for a free connection, in milliseconds. */
export const CONNECT_TIMEOUT_MS = 5_000;
/** A server whose node is lost says nothing: so long after the last word it is asked whether it is there. */
const KEEP_ALIVE_MS = 10_000;
/** For another connection to say which server there is now, in milliseconds. */
const PROBE_MS = 2_000;
const INT8 = 20;
const INT8_ARRAY = 1016;
type TextParser = (text: string) => unknown;

// Ids, sequence numbers and transaction ids stay below 2^53.
const parseInt8Array: TextParser = (text) =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((part) => (part === 'NULL' ? null : Number(part)));
const ownParsers = new Map<number, TextParser>([
  [INT8, Number],
  [INT8_ARRAY, parseInt8Array],
]);

function getTypeParser(oid: number, format?: 'text' | 'binary'): TextParser {
  const own = format === 'binary' ? undefined : ownParsers.get(oid);
  return own ?? types.getTypeParser(oid, format === 'binary' ? undefined : 'text');
}

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** What a process has asked of its database so far. */
export interface DatabaseUse {
  /** Statements sent, those of transactions (BEGIN, COMMIT) included. */
  statements: Readonly<Record<WorkCause, number>>;
  connections: { total: number; idle: number; waiting: number; limit: number };
}

/** A pool that counts the statements of its connections. */
export class TransactionPool extends Pool {
  /** Statements sent over all connections. */
  readonly statements: Record<WorkCause, number> = { request: 0, background: 0 };
  /**
   * The context for which each connection was taken last. A connection is handed over in the context of the caller that
   * gives it back.
   */
  private readonly causes = new WeakMap<PoolClient, WorkCause>();
  /** Finds connections whose server is lost. */
  readonly servers = new LostServers(
    () => new Client({ ...this.options, connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS }),
  );

  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | void {
    const cause = causeOfWork();
    if (callback) {
      return super.connect((error, client, done) => {
        if (client && this.servers.isLost(client)) {
          done(true);
          this.connect(callback);
          return;
        }
        if (client) this.causes.set(client, cause);
        callback(error, client, done);
      });
    }
    return super.connect().then((client) => {
      if (this.servers.isLost(client)) {
        client.release(true);
        return this.connect();
      }
      this.causes.set(client, cause);
      return client;
    });
  }

  /** Puts a count before each statement of a connection, and notes how long it waits for its answer. */
  countStatements(client: PoolClient): void {
    const { query } = client;
    const counted = (...args: unknown[]): unknown => {
      this.statements[this.causes.get(client) ?? 'request'] += 1;
      this.servers.asked(client);
      const callback = args.at(-1);
      if (typeof callback === 'function') {
        args[args.length - 1] = (...results: unknown[]): unknown => {
          this.servers.answered(client);
          return Reflect.apply(callback, undefined, results);
        };
      }
      const result: unknown = Reflect.apply(query, client, args);
      if (result instanceof Promise) {
        const answered = () => this.servers.answered(client);
        void result.then(answered, answered);
      }
      return result;
    };
    Object.defineProperty(client, 'query', { value: counted });
  }
}

/**
 * A pool of a process. Commits are durable (`synchronous_commit`), every transaction ends within a minute, int8
 * arrives as a number.
 */
export function createPool(options: PoolOptions): TransactionPool {
  const pool = new TransactionPool({
    connectionString: options.url,
    max: options.size ?? DEFAULT_POOL_SIZE,
    application_name: options.applicationName ?? 'stoa',
    statement_timeout: options.statementTimeoutMs ?? STATEMENT_MS,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? 15_000,
    query_timeout: options.answerTimeoutMs ?? (options.statementTimeoutMs ?? STATEMENT_MS) + ANSWER_MARGIN_MS,
    lock_timeout: options.lockTimeoutMs ?? 10_000,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    pipeline: options.isPipelined ?? false,
    // Statements here are short: compiling a plan never pays.
    options: '-c synchronous_commit=on -c jit=off -c timezone=UTC',
    types: { getTypeParser },
    verify: (client, done) =>
      void pool.servers
        .opened(client)
        .then(() => pool.countStatements(client))
        .then(() => done(), done),
  });
  pool.on('connect', (client) => {
    // One that dies within a transaction, between two statements: the next statement fails, or COMMIT.
    client.on('error', () => undefined);
  });
  pool.on('remove', (client) => pool.servers.closed(client));
  // An idle connection that dies is replaced at its next use; without a listener it would end the process.
  pool.on('error', () => undefined);
  return pool;
}
