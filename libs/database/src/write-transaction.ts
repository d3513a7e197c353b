import type { ChangeEvent } from '@stoa/contracts/events';
import { encodeBody, encodeRouting, eventName } from '@stoa/contracts/changes';
import { activeTrace } from '@stoa/observability';
import type { PoolClient, QueryResultRow } from 'pg';
import type { Prisma } from './generated/client';
import { prismaOfConnection } from './prisma-clients';
import { type VersionedTable, setsBumpedWith } from './set-keys';
import { statementName } from './statement-names';

/** Where a write belongs: its realm and the partition of its change log. What a background job has, without an actor. */
export interface RealmContext {
  realmId: number;
  partition: number;
  requestId?: string;
}

/** A request whose user is known; `ActorContext` of the RPC library is one. */
export interface RequestContext {
  requestId: string;
  actor: { realmId: number; partition: number };
}

export type WriteContext = RequestContext | RealmContext;

/** Where a write of this context belongs. */
export function realmContextOf(ctx: WriteContext): RealmContext {
  if (!('actor' in ctx)) return ctx;
  const { realmId, partition } = ctx.actor;
  return { realmId, partition, requestId: ctx.requestId };
}

/** Rows that changed together with a set; they store its new version. */
export interface ChangedRows {
  table: VersionedTable;
  ids: readonly number[];
}

/** What a writing operation may do. Everything runs in one READ COMMITTED transaction. */
export interface WriteTransaction {
  readonly realmId: number;
  readonly partition: number;
  /**
   * Prisma's client on the transaction's connection. Its BigInt columns are JavaScript bigints; those of `query` are numbers.
   * A client is loaded at its first use on a connection, which takes about 100 ms: for tables that change rarely.
   */
  readonly prisma: Prisma.TransactionClient;
  /** SQL on the transaction's connection, prepared once per connection. */
  query<Row extends QueryResultRow = QueryResultRow>(text: string, params?: readonly unknown[]): Promise<Row[]>;
  /** Adds events to the operation's change, in order; they are sent if and only if the transaction commits. */
  emit(...events: ChangeEvent[]): void;
  /** Gives a versioned set a new version before the commit; `rows` of it that changed store that version. */
  bump(setKey: string, rows?: ChangedRows): void;
}

/** Partition, organization, routing and body of a change. */
type OutboxRow = readonly [partition: number, realmId: number, routing: string, body: string];

/** {@link WriteTransaction} and its end, which only the wrapper may call. */
export class OpenWriteTransaction implements WriteTransaction {
  private readonly events: ChangeEvent[] = [];
  private readonly bumps = new Map<string, Map<VersionedTable, Set<number>>>();
  private readonly versions = new Map<string, number>();
  private isOver = false;

  constructor(
    private readonly context: RealmContext,
    private readonly client: PoolClient,
  ) {}

  get prisma(): Prisma.TransactionClient {
    this.checkOpen();
    return prismaOfConnection(this.client);
  }

  get realmId(): number {
    return this.context.realmId;
  }

  get partition(): number {
    return this.context.partition;
  }

  async query<Row extends QueryResultRow>(text: string, params: readonly unknown[] = []): Promise<Row[]> {
    this.checkOpen();
    const result = await this.client.query<Row>({ name: statementName(text), text, values: [...params] });
    return result.rows;
  }

  emit(...events: ChangeEvent[]): void {
    this.events.push(...events);
  }

  bump(setKey: string, rows?: ChangedRows): void {
    for (const key of setsBumpedWith(setKey)) if (!this.bumps.has(key)) this.bumps.set(key, new Map());
    const tables = this.bumps.get(setKey);
    if (!rows || !tables) return;
    const ids = tables.get(rows.table) ?? new Set<number>();
    tables.set(rows.table, ids);
    for (const id of rows.ids) ids.add(id);
  }

  /** What there is to relay after the commit. */
  get eventNames(): readonly string[] {
    return this.events.map(eventName);
  }

  /** Stores new versions of the sets that were bumped. @returns what {@link storeChange} is to store; null: no events */
  async finish(): Promise<OutboxRow | null> {
    if (this.bumps.size > 0) await this.storeVersions();
    if (this.events.length === 0) return null;
    const { partition, realmId } = this.context;
    return [partition, realmId, encodeRouting(realmId, this.events, activeTrace()), encodeBody(this.events)];
  }

  /** Sends the last statement, which puts the change into the outbox. COMMIT may follow at once: only the server can refuse it. */
  storeChange(row: OutboxRow): Promise<unknown> {
    return this.query('INSERT INTO outbox (partition, realm_id, routing, body) VALUES ($1, $2, $3, $4)', row);
  }

  /** The new versions of the sets that were bumped, once {@link finish} is over. */
  get newVersions(): ReadonlyMap<string, number> {
    return this.versions;
  }

  /** No statement after COMMIT or ROLLBACK: by then the connection may be another transaction's. */
  end(): void {
    this.isOver = true;
  }

  private checkOpen(): void {
    if (this.isOver) throw new Error('The transaction is over');
  }

  private async storeVersions(): Promise<void> {
    const bumped = await this.query<{ key: string; version: number }>(
      'SELECT key, version FROM set_versions_bump($1::text[])',
      [[...this.bumps.keys()]],
    );
    const changed = new Map<VersionedTable, { ids: number[]; versions: number[] }>();
    for (const { key, version } of bumped) {
      this.versions.set(key, version);
      for (const [table, ids] of this.bumps.get(key) ?? []) {
        const rows = changed.get(table) ?? { ids: [], versions: [] };
        changed.set(table, rows);
        for (const id of ids) {
          rows.ids.push(id);
          rows.versions.push(version);
        }
      }
    }
    for (const [table, rows] of changed) {
      await this.query(
        `UPDATE ${table} AS t SET version = r.version FROM unnest($1::int[], $2::bigint[]) AS r (id, version) WHERE t.id = r.id`,
        [rows.ids, rows.versions],
      );
    }
  }
}
