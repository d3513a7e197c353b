import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';
import type { CallRecord } from './call-record';

/** Rows of one bot that are remembered: the newest. */
const MOST_OF_ONE_BOT = 100;

/** Parts of a `WITH` that follow a part `given`, which has the rows that are added: the oldest of the same bots go. */
export function prunedOf(table: 'webhook_delivery' | 'incoming_delivery'): string {
  return `bots AS (
    SELECT bot_id, LEAST(count(*), ${MOST_OF_ONE_BOT}) AS more FROM given GROUP BY bot_id
  ), old AS (
    SELECT d.id FROM bots b CROSS JOIN LATERAL (
      SELECT id FROM ${table} WHERE bot_id = b.bot_id ORDER BY id DESC OFFSET ${MOST_OF_ONE_BOT} - b.more) AS d
  ), free AS (
    SELECT id FROM ${table} WHERE id IN (SELECT id FROM old) FOR UPDATE SKIP LOCKED
  ), pruned AS (
    DELETE FROM ${table} WHERE id IN (SELECT id FROM free)
  )`;
}

/** A call that is to be remembered. */
export type SealedCall = Omit<CallRecord, 'exchange'> & { sealedExchange: Buffer | null };

/** A row as it is read. */
export type StoredCall = RowOf<
  'WebhookDelivery',
  | 'id'
  | 'delivery_id'
  | 'message_id'
  | 'attempt'
  | 'url'
  | 'duration_ms'
  | 'status'
  | 'failure'
  | 'request_body'
  | 'answer_body'
  | 'sealed_exchange'
  | 'resend_of'
> & { trigger: string; outcome: string; started_at: number };

const COLUMNS = `d.id, d.delivery_id, d.message_id, d.trigger, d.attempt, d.outcome, d.url, d.duration_ms, d.status,
    d.failure, d.request_body, d.answer_body, d.sealed_exchange, d.resend_of,
    extract(epoch FROM d.started_at)::int AS started_at`;
/** Bodies go with the message that they quote. */
const IS_SHOWN = '(d.message_id IS NULL OR EXISTS (SELECT FROM message m WHERE m.id = d.message_id))';

const LIST = `
  SELECT ${COLUMNS} FROM webhook_delivery d
  WHERE d.bot_id = $1 AND d.id < $2 AND ${IS_SHOWN}
  ORDER BY d.id DESC LIMIT $3`;

const FIND = `
  SELECT ${COLUMNS} FROM webhook_delivery d WHERE d.bot_id = $1 AND d.id = $2 AND ${IS_SHOWN}`;

const ADD = `
  WITH given AS MATERIALIZED (
    SELECT g.*, COALESCE(l.records_bodies, true) AS records_bodies
    FROM unnest($1::int[], $2::int[], $3::bigint[], $4::uuid[], $5::text[], $6::int[], $7::text[], $8::text[],
      $9::timestamptz[], $10::int[], $11::int[], $12::text[], $13::bytea[], $14::bigint[])
      WITH ORDINALITY AS g (realm_id, bot_id, message_id, delivery_id, trigger, attempt, outcome, url, started_at,
        duration_ms, status, failure, sealed_exchange, resend_of, place)
      LEFT JOIN delivery_log l ON l.bot_id = g.bot_id
  ), ${prunedOf('webhook_delivery')}, health AS (
    INSERT INTO webhook_health AS h (bot_id, realm_id, last_success_at)
    SELECT bot_id, min(realm_id), max(started_at) FROM given WHERE outcome IN ('replied', 'silent')
    GROUP BY bot_id ORDER BY bot_id
    ON CONFLICT (bot_id) DO UPDATE SET last_success_at = GREATEST(h.last_success_at, EXCLUDED.last_success_at)
  )
  INSERT INTO webhook_delivery (realm_id, bot_id, message_id, delivery_id, trigger, attempt, outcome, url, started_at,
    duration_ms, status, failure, sealed_exchange, resend_of)
  SELECT realm_id, bot_id, message_id, delivery_id, trigger, attempt, outcome, url, started_at, duration_ms, status,
    failure, CASE WHEN records_bodies THEN sealed_exchange END, resend_of FROM given ORDER BY place RETURNING id`;

const PRUNE = `
  DELETE FROM webhook_delivery WHERE id IN (
    SELECT d.id FROM webhook_delivery d
    WHERE d.started_at < now() - make_interval(days => $1)
      OR (d.message_id IS NOT NULL AND NOT EXISTS (SELECT FROM message m WHERE m.id = d.message_id))
    LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING id`;

export interface ServiceHealth {
  failures: number;
  /** UNIX time; null: it is called. */
  pausedUntil: number | null;
  /** UNIX time. */
  lastSuccessAt: number | null;
}

@Injectable()
export class BotCallsRepository {
  constructor(private readonly database: Database) {}

  /** Of calls of the same bot, the oldest go. @returns their ids, in their order */
  async add(records: readonly SealedCall[]): Promise<number[]> {
    const column = <Key extends keyof SealedCall>(key: Key) => records.map((record) => record[key]);
    const rows = await this.database.query<{ id: number }>('webhook_delivery_add', ADD, [
      ...[column('realmId'), column('botId'), column('messageId'), column('deliveryId'), column('trigger')],
      ...[column('attempt'), column('outcome'), column('url'), column('startedAt'), column('durationMs')],
      ...[column('status'), column('failure'), column('sealedExchange'), column('resendOf')],
    ]);
    return rows.map(({ id }) => id);
  }

  /** The newest first, without those about messages that are gone. */
  list(botId: number, page: { before: number; limit: number }): Promise<StoredCall[]> {
    return this.database.query<StoredCall & Record<string, unknown>>('webhook_deliveries', LIST, [
      botId,
      page.before,
      page.limit,
    ]);
  }

  /** @returns undefined where there is none that {@link list} would show */
  async find(botId: number, id: number): Promise<StoredCall | undefined> {
    const [row] = await this.database.query<StoredCall & Record<string, unknown>>('webhook_delivery', FIND, [
      botId,
      id,
    ]);
    return row;
  }

  async hasReplied(botId: number, deliveryId: string): Promise<boolean> {
    const rows = await this.database.query(
      'webhook_delivery_replied',
      "SELECT FROM webhook_delivery WHERE bot_id = $1 AND delivery_id = $2 AND outcome = 'replied' LIMIT 1",
      [botId, deliveryId],
    );
    return rows.length > 0;
  }

  async health(botId: number): Promise<ServiceHealth> {
    const [row] = await this.database.query<{
      failures: number;
      pausedUntil: number | null;
      lastSuccessAt: number | null;
    }>(
      'webhook_health_now',
      `SELECT failures, CASE WHEN paused_until > now() THEN extract(epoch FROM paused_until)::int END AS "pausedUntil",
         extract(epoch FROM last_success_at)::int AS "lastSuccessAt"
       FROM webhook_health WHERE bot_id = $1`,
      [botId],
    );
    return row ?? { failures: 0, pausedUntil: null, lastSuccessAt: null };
  }

  /** @returns how many went */
  async prune(days: number, limit: number): Promise<number> {
    const rows = await this.database.query('webhook_deliveries_prune', PRUNE, [days, limit]);
    return rows.length;
  }
}
