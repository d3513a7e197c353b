import { Injectable } from '@nestjs/common';
import type { BotCall } from '@stoa/contracts/messages';
import { Database } from '@stoa/database';
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

/** Bodies go with the message that they quote. */
const LIST = `
  SELECT d.id, d.delivery_id, d.message_id, d.trigger, d.attempt, d.outcome, d.url, d.duration_ms, d.status, d.failure,
    extract(epoch FROM d.started_at)::int AS started_at,
    CASE WHEN $4 THEN d.request_body END AS request_body, CASE WHEN $4 THEN d.answer_body END AS answer_body
  FROM webhook_delivery d
  WHERE d.bot_id = $1 AND d.id < $2 AND (d.message_id IS NULL OR EXISTS (SELECT FROM message m WHERE m.id = d.message_id))
  ORDER BY d.id DESC LIMIT $3`;

const ADD = `
  WITH given AS MATERIALIZED (
    SELECT g.* FROM unnest($1::int[], $2::int[], $3::bigint[], $4::uuid[], $5::text[], $6::int[], $7::text[], $8::text[],
      $9::timestamptz[], $10::int[], $11::int[], $12::text[], $13::text[], $14::text[])
      WITH ORDINALITY AS g (realm_id, bot_id, message_id, delivery_id, trigger, attempt, outcome, url, started_at,
        duration_ms, status, failure, request_body, answer_body, place)
  ), ${prunedOf('webhook_delivery')}
  INSERT INTO webhook_delivery (realm_id, bot_id, message_id, delivery_id, trigger, attempt, outcome, url, started_at,
    duration_ms, status, failure, request_body, answer_body)
  SELECT realm_id, bot_id, message_id, delivery_id, trigger, attempt, outcome, url, started_at, duration_ms, status,
    failure, request_body, answer_body FROM given ORDER BY place RETURNING id`;

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
}

@Injectable()
export class BotCallsRepository {
  constructor(private readonly database: Database) {}

  /** Of calls of the same bot, the oldest go. @returns their ids, in their order */
  async add(records: readonly CallRecord[]): Promise<number[]> {
    const column = <Key extends keyof CallRecord>(key: Key) => records.map((record) => record[key]);
    const rows = await this.database.query<{ id: number }>('webhook_delivery_add', ADD, [
      ...[column('realmId'), column('botId'), column('messageId'), column('deliveryId'), column('trigger')],
      ...[column('attempt'), column('outcome'), column('url'), column('startedAt'), column('durationMs')],
      ...[column('status'), column('failure'), column('requestBody'), column('answerBody')],
    ]);
    return rows.map(({ id }) => id);
  }

  /** The newest first, without those about messages that are gone. */
  list(botId: number, page: { before: number; limit: number; withBodies: boolean }): Promise<BotCall[]> {
    return this.database.query<BotCall>('webhook_deliveries', LIST, [botId, page.before, page.limit, page.withBodies]);
  }

  async health(botId: number): Promise<ServiceHealth> {
    const [row] = await this.database.query<{ failures: number; pausedUntil: number | null }>(
      'webhook_health_now',
      `SELECT failures, CASE WHEN paused_until > now() THEN extract(epoch FROM paused_until)::int END AS "pausedUntil"
       FROM webhook_health WHERE bot_id = $1`,
      [botId],
    );
    return row ?? { failures: 0, pausedUntil: null };
  }

  /** @returns how many went */
  async prune(days: number, limit: number): Promise<number> {
    const rows = await this.database.query('webhook_deliveries_prune', PRUNE, [days, limit]);
    return rows.length;
  }
}
