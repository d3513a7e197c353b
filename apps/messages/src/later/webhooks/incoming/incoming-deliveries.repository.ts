import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';
import { prunedOf } from '../log/bot-calls.repository';

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

/** Lists within a row go as JSON: arrays of arrays of different lengths do not. */
const ADD = `
  WITH given AS MATERIALIZED (
    SELECT g.* FROM unnest($1::int[], $2::int[], $3::float8[], $4::text[], $5::text[], $6::int[], $7::text[], $8::int[],
      $9::text[], $10::jsonb[], $11::jsonb[], $12::jsonb[], $13::bytea[])
      WITH ORDINALITY AS g (realm_id, bot_id, received_at_ms, integration, delivery_id, duration_ms, outcome, status,
        failure, events, filtered_by, message_ids, sealed_body, place)
  ), ${prunedOf('incoming_delivery')}
  INSERT INTO incoming_delivery (realm_id, bot_id, received_at, integration, delivery_id, duration_ms, outcome, status,
    failure, events, filtered_by, message_ids, sealed_body)
  SELECT realm_id, bot_id, to_timestamp(received_at_ms / 1000), integration, delivery_id, duration_ms, outcome, status,
    failure, ARRAY(SELECT jsonb_array_elements_text(events)), ARRAY(SELECT jsonb_array_elements_text(filtered_by)),
    ARRAY(SELECT jsonb_array_elements_text(message_ids)::bigint), sealed_body
  FROM given ORDER BY place`;

/** A delivery that is to be remembered. */
export interface NewDelivery extends IncomingDeliveryRow {
  realmId: number;
  botId: number;
  /** Milliseconds since 1970. */
  receivedAtMs: number;
}

const PRUNE = `
  DELETE FROM incoming_delivery WHERE id IN (
    SELECT d.id FROM incoming_delivery d
    WHERE d.received_at < now() - make_interval(days => $1) OR EXISTS (
      SELECT FROM unnest(d.message_ids) AS i (id) WHERE NOT EXISTS (SELECT FROM message m WHERE m.id = i.id))
    LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING id`;

/** As jsonb takes it, which takes no half of a pair of surrogates, as tools send them and as cutting leaves them. */
function listText(list: readonly (string | number)[]): string {
  return JSON.stringify(list, (_key, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
}

@Injectable()
export class IncomingDeliveriesRepository {
  constructor(private readonly database: Database) {}

  /** Of deliveries of the same bot, the oldest go. */
  async add(deliveries: readonly NewDelivery[]): Promise<void> {
    const column = <Key extends keyof NewDelivery>(key: Key) => deliveries.map((delivery) => delivery[key]);
    const lists = (key: 'events' | 'filtered_by' | 'message_ids') => column(key).map(listText);
    await this.database.query('incoming_delivery_add', ADD, [
      ...[column('realmId'), column('botId'), column('receivedAtMs'), column('integration'), column('delivery_id')],
      ...[column('duration_ms'), column('outcome'), column('status'), column('failure')],
      ...[lists('events'), lists('filtered_by'), lists('message_ids'), column('sealed_body')],
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
