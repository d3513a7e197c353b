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
  | 'sealed_head'
  | 'is_signed'
  | 'replay_of'
> {
  message_ids: number[];
}

/** A row as it is read. */
export type StoredDelivery = IncomingDeliveryRow & { id: number; received_at: number };

/** How the deliveries of a tool to a bot fare. */
export type ToolHealth = RowOf<'IncomingHealth', 'integration' | 'failures'> & {
  /** UNIX time. */
  last_success_at: number | null;
};

const COLUMNS = `d.id, d.integration, d.delivery_id, d.duration_ms, d.outcome, d.status, d.failure, d.events, d.filtered_by,
    d.message_ids, d.sealed_body, d.sealed_head, d.is_signed, d.replay_of,
    extract(epoch FROM d.received_at)::int AS received_at`;
/** Its messages are there, if it gave any. */
const IS_SHOWN = `NOT EXISTS (
    SELECT FROM unnest(d.message_ids) AS i (id) WHERE NOT EXISTS (SELECT FROM message m WHERE m.id = i.id))`;

const LIST = `
  SELECT ${COLUMNS} FROM incoming_delivery d
  WHERE d.bot_id = $1 AND d.id < $2 AND ${IS_SHOWN}
  ORDER BY d.id DESC LIMIT $3`;

const FIND = `
  SELECT ${COLUMNS} FROM incoming_delivery d WHERE d.bot_id = $1 AND d.id = $2 AND ${IS_SHOWN}`;

/** Lists within a row go as JSON: arrays of arrays of different lengths do not. */
const ADD = `
  WITH given AS MATERIALIZED (
    SELECT g.*, COALESCE(l.records_bodies, true) AS records_bodies
    FROM unnest($1::int[], $2::int[], $3::float8[], $4::text[], $5::text[], $6::int[], $7::text[], $8::int[],
      $9::text[], $10::jsonb[], $11::jsonb[], $12::jsonb[], $13::bytea[], $14::bytea[], $15::bool[], $16::bigint[])
      WITH ORDINALITY AS g (realm_id, bot_id, received_at_ms, integration, delivery_id, duration_ms, outcome, status,
        failure, events, filtered_by, message_ids, sealed_body, sealed_head, is_signed, replay_of, place)
      LEFT JOIN delivery_log l ON l.bot_id = g.bot_id
  ), ${prunedOf('incoming_delivery')}, counted AS (
    SELECT realm_id, bot_id, integration, received_at_ms, place, outcome IN ('refused', 'failed') AS is_failure,
      outcome IN ('posted', 'filtered', 'nothing') AS is_success,
      COALESCE(max(place) FILTER (WHERE outcome IN ('posted', 'filtered', 'nothing'))
        OVER (PARTITION BY bot_id, integration), 0) AS last_success
    FROM given WHERE replay_of IS NULL
  ), health AS (
    INSERT INTO incoming_health AS h (bot_id, integration, realm_id, failures, last_success_at)
    SELECT bot_id, integration, min(realm_id), count(*) FILTER (WHERE is_failure AND place > last_success),
      to_timestamp(max(received_at_ms) FILTER (WHERE is_success) / 1000)
    FROM counted GROUP BY bot_id, integration ORDER BY bot_id, integration
    ON CONFLICT (bot_id, integration) DO UPDATE SET
      failures = EXCLUDED.failures + CASE WHEN EXCLUDED.last_success_at IS NULL THEN h.failures ELSE 0 END,
      last_success_at = GREATEST(h.last_success_at, EXCLUDED.last_success_at)
  )
  INSERT INTO incoming_delivery (realm_id, bot_id, received_at, integration, delivery_id, duration_ms, outcome, status,
    failure, events, filtered_by, message_ids, sealed_body, sealed_head, is_signed, replay_of)
  SELECT realm_id, bot_id, to_timestamp(received_at_ms / 1000), integration, delivery_id, duration_ms, outcome, status,
    failure, ARRAY(SELECT jsonb_array_elements_text(events)), ARRAY(SELECT jsonb_array_elements_text(filtered_by)),
    ARRAY(SELECT jsonb_array_elements_text(message_ids)::bigint),
    CASE WHEN records_bodies THEN sealed_body ELSE $17 END, CASE WHEN records_bodies THEN sealed_head END, is_signed,
    replay_of
  FROM given ORDER BY place RETURNING id`;

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

  /**
   * Of deliveries of the same bot, the oldest go. @returns their ids, in their order
   * @param nothing an empty text, sealed: what is stored as the body where bodies are not recorded
   */
  async add(deliveries: readonly NewDelivery[], nothing: Buffer): Promise<number[]> {
    const column = <Key extends keyof NewDelivery>(key: Key) => deliveries.map((delivery) => delivery[key]);
    const lists = (key: 'events' | 'filtered_by' | 'message_ids') => column(key).map(listText);
    const rows = await this.database.query<RowOf<'IncomingDelivery', 'id'>>('incoming_delivery_add', ADD, [
      ...[column('realmId'), column('botId'), column('receivedAtMs'), column('integration'), column('delivery_id')],
      ...[column('duration_ms'), column('outcome'), column('status'), column('failure')],
      ...[lists('events'), lists('filtered_by'), lists('message_ids'), column('sealed_body'), column('sealed_head')],
      ...[column('is_signed'), column('replay_of'), nothing],
    ]);
    return rows.map(({ id }) => id);
  }

  /** The newest first, without those of whose messages one is gone. */
  list(botId: number, page: { before: number; limit: number }): Promise<StoredDelivery[]> {
    return this.database.query<StoredDelivery & Record<string, unknown>>('incoming_deliveries', LIST, [
      botId,
      page.before,
      page.limit,
    ]);
  }

  /** @returns undefined where there is none that {@link list} would show */
  async find(botId: number, id: number): Promise<StoredDelivery | undefined> {
    const [row] = await this.database.query<StoredDelivery & Record<string, unknown>>('incoming_delivery', FIND, [
      botId,
      id,
    ]);
    return row;
  }

  /** How the deliveries of each tool fare, by its name. */
  health(botId: number): Promise<ToolHealth[]> {
    return this.database.query<ToolHealth>(
      'incoming_health',
      `SELECT integration, failures, extract(epoch FROM last_success_at)::int AS last_success_at
       FROM incoming_health WHERE bot_id = $1 ORDER BY integration`,
      [botId],
    );
  }

  /** @returns how many went */
  async prune(days: number, limit: number): Promise<number> {
    const rows = await this.database.query('incoming_deliveries_prune', PRUNE, [days, limit]);
    return rows.length;
  }
}
