import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';

/** Deliveries of one bot that are remembered: the newest. */
const MOST_OF_ONE_BOT = 100;

export interface IncomingDeliveryRow extends RowOf<
  'IncomingDelivery',
  | 'integration'
  | 'delivery_id'
  | 'duration_ms'
  | 'outcome'
  | 'status'
  | 'failure'
  | 'events'
  | 'filtered_by'
  | 'sealed_body'
> {
  message_ids: number[];
}

const LIST = `
  SELECT d.id, d.integration, d.delivery_id, d.duration_ms, d.outcome, d.status, d.failure, d.events, d.filtered_by,
    d.message_ids, d.sealed_body, extract(epoch FROM d.received_at)::int AS received_at
  FROM incoming_delivery d
  WHERE d.bot_id = $1 AND d.id < $2 AND NOT EXISTS (
    SELECT FROM unnest(d.message_ids) AS i (id) WHERE NOT EXISTS (SELECT FROM message m WHERE m.id = i.id))
  ORDER BY d.id DESC LIMIT $3`;

const ADD = `
  WITH old AS (
    SELECT id FROM incoming_delivery
    WHERE bot_id = $2 AND id <= (
      SELECT id FROM incoming_delivery WHERE bot_id = $2 ORDER BY id DESC OFFSET ${MOST_OF_ONE_BOT - 1} LIMIT 1)
    FOR UPDATE SKIP LOCKED
  ), pruned AS (
    DELETE FROM incoming_delivery WHERE id IN (SELECT id FROM old)
  )
  INSERT INTO incoming_delivery (realm_id, bot_id, received_at, integration, delivery_id, duration_ms, outcome, status,
    failure, events, filtered_by, message_ids, sealed_body)
  VALUES ($1, $2, to_timestamp($3::float8 / 1000), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;

const PRUNE = `
  DELETE FROM incoming_delivery WHERE id IN (
    SELECT d.id FROM incoming_delivery d
    WHERE d.received_at < now() - make_interval(days => $1) OR EXISTS (
      SELECT FROM unnest(d.message_ids) AS i (id) WHERE NOT EXISTS (SELECT FROM message m WHERE m.id = i.id))
    LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING id`;

@Injectable()
export class IncomingDeliveriesRepository {
  constructor(private readonly database: Database) {}

  /** Of deliveries of the same bot, the oldest go. @param receivedAtMs since 1970 */
  async add(
    bot: { realmId: number; botId: number },
    receivedAtMs: number,
    delivery: IncomingDeliveryRow,
  ): Promise<void> {
    const { integration, delivery_id, duration_ms, outcome, status, failure } = delivery;
    await this.database.query('incoming_delivery_add', ADD, [
      ...[bot.realmId, bot.botId, receivedAtMs, integration, delivery_id, duration_ms, outcome, status, failure],
      ...[delivery.events, delivery.filtered_by, delivery.message_ids, delivery.sealed_body],
    ]);
  }

  /** The newest first, without those of whose messages one is gone. */
  list(
    botId: number,
    page: { before: number; limit: number },
  ): Promise<(IncomingDeliveryRow & { id: number; received_at: number })[]> {
    return this.database.query<IncomingDeliveryRow & { id: number; received_at: number } & Record<string, unknown>>(
      'incoming_deliveries',
      LIST,
      [botId, page.before, page.limit],
    );
  }

  /** @returns how many went */
  async prune(days: number, limit: number): Promise<number> {
    const rows = await this.database.query('incoming_deliveries_prune', PRUNE, [days, limit]);
    return rows.length;
  }
}
