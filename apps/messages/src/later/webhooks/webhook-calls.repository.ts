import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';

/** A message that a bot's service is to be called about. */
export type WebhookCall = RowOf<'WebhookCall', 'id' | 'realmId' | 'botId' | 'messageId' | 'attempts'> &
  RowOf<'Realm', 'partition'> & {
    deliveryId: string;
    trigger: 'mention' | 'direct_message';
    ageSeconds: number;
    /** Of a service that keeps failing; 0 if it may be called. */
    pauseSeconds: number;
    /** Failed attempts at the service, one after the other. */
    failures: number;
    /** The call in the log whose request is sent again; null: the request is made of the message. */
    resendOf: number | null;
    /** Of the service's address; null: it has none, or none over HTTP. */
    host: string | null;
    /** Null: the bot has none. */
    service: WebhookService | null;
  };

/** Whom to call, and how. */
export interface WebhookService extends RowOf<'BotService', 'name' | 'baseUrl' | 'token'> {
  /** 1 generic, 2 Slack-compatible. */
  interface: number;
  botId: number;
}

/** How much one process takes on. */
export interface Share {
  limit: number;
  perBot: number;
  busyBots: readonly number[];
  perHost: number;
  busyHosts: readonly string[];
}

/** Longer than a call and its answer take: then somebody else takes over from a process that died. */
const LEASE = "interval '60 seconds'";
const LOOKED_AT = 2_000;

/** The host of an address, as libs/outgoing-http would go to; null for embedded bots. */
const HOST_OF = (address: string): string =>
  `lower(substring(${address} FROM '^https?://(?:[^/@]*@)?(\\[[^]]*\\]|[^/:?#]+)'))`;

// What others take at the same moment is passed over: processes that waited for each other's rows could wait in a circle.
// Those of bots and hosts that have their share are not looked at: however many they are, they stand in nobody's way.
const TAKE = `
  WITH due AS (
    SELECT d.id, d.bot_id, d.due_at, s.host,
      row_number() OVER (PARTITION BY d.bot_id ORDER BY d.due_at, d.id) AS turn
    FROM (
      SELECT id, bot_id, due_at FROM webhook_call
      WHERE due_at <= now() AND bot_id <> ALL ($2::int[]) AND (cardinality($4::text[]) = 0 OR bot_id NOT IN (
        SELECT b.user_id FROM bot_service b WHERE ${HOST_OF('b.base_url')} = ANY ($4)))
      ORDER BY due_at LIMIT ${LOOKED_AT}) d
      LEFT JOIN LATERAL (SELECT ${HOST_OF('b.base_url')} AS host FROM bot_service b WHERE b.user_id = d.bot_id
        ORDER BY b.id LIMIT 1) s ON true
  ), chosen AS (
    SELECT id FROM (
      SELECT id, due_at, turn, host, row_number() OVER (PARTITION BY host ORDER BY turn, due_at, id) AS place
      FROM due WHERE turn <= $3
    ) t WHERE host IS NULL OR place <= $5 ORDER BY turn, due_at LIMIT $1
  ), free AS MATERIALIZED (
    SELECT f.id, f.bot_id, f.realm_id FROM webhook_call f WHERE f.id IN (SELECT id FROM chosen) AND f.due_at <= now()
    FOR UPDATE SKIP LOCKED
  )
  UPDATE webhook_call c SET due_at = now() + ${LEASE}, attempts = c.attempts + 1
  FROM free f JOIN realm r ON r.id = f.realm_id
    LEFT JOIN webhook_health h ON h.bot_id = f.bot_id
    LEFT JOIN LATERAL (SELECT b.name, b.base_url, b.interface, b.token FROM bot_service b WHERE b.user_id = f.bot_id
      ORDER BY b.id LIMIT 1) s ON true
  WHERE c.id = f.id
  RETURNING c.id, c.realm_id AS "realmId", c.bot_id AS "botId", c.message_id AS "messageId", c.attempts, r.partition,
    c.delivery_id AS "deliveryId", c.trigger, extract(epoch FROM now() - c.created_at)::float8 AS "ageSeconds",
    GREATEST(0, COALESCE(extract(epoch FROM h.paused_until - now()), 0))::float8 AS "pauseSeconds",
    COALESCE(h.failures, 0) AS failures, c.resend_of AS "resendOf", ${HOST_OF('s.base_url')} AS host, s.name,
    s.base_url AS "baseUrl", s.interface, s.token`;

/** A row of the log whose request is sent again, unless one with its id waits already. */
const RESEND = `
  INSERT INTO webhook_call (realm_id, bot_id, message_id, trigger, delivery_id, resend_of)
  SELECT d.realm_id, d.bot_id, d.message_id, d.trigger, d.delivery_id, d.id FROM webhook_delivery d
  WHERE d.bot_id = $1 AND d.id = $2 AND NOT EXISTS (
    SELECT FROM webhook_call c WHERE c.bot_id = d.bot_id AND c.delivery_id = d.delivery_id)
  RETURNING id`;

type TakenRow = Omit<WebhookCall, 'service'> & Partial<Omit<WebhookService, 'botId'>> & Record<string, unknown>;

@Injectable()
export class WebhookCallsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Takes on what is due, bots in turn: nobody else does for a while.
   * @param share busyBots and busyHosts have their share here already
   */
  async take({ limit, perBot, busyBots, perHost, busyHosts }: Share): Promise<WebhookCall[]> {
    const values = [limit, busyBots, perBot, busyHosts, perHost];
    const rows = await this.database.query<TakenRow>('webhook_calls_take', TAKE, values);
    return rows.map(({ name, baseUrl, interface: form, token, ...call }) => {
      const isThere = typeof name === 'string' && typeof baseUrl === 'string' && typeof token === 'string';
      const { botId } = call;
      return { ...call, service: isThere ? { botId, name, baseUrl, interface: Number(form), token } : null };
    });
  }

  async service(botId: number): Promise<WebhookService | undefined> {
    const rows = await this.database.query<
      RowOf<'BotService', 'name' | 'baseUrl' | 'token'> & { interface: number; botId: number }
    >(
      'webhook_service',
      `SELECT user_id AS "botId", name, base_url AS "baseUrl", interface, token FROM bot_service WHERE user_id = $1
       ORDER BY id LIMIT 1`,
      [botId],
    );
    return rows[0];
  }

  /** @param wasMade false: nobody was called, so that it does not count as an attempt */
  async postpone(callId: number, seconds: number, wasMade = true): Promise<void> {
    await this.database.query(
      'webhook_call_postpone',
      'UPDATE webhook_call SET due_at = now() + make_interval(secs => $2), attempts = attempts - $3::int WHERE id = $1',
      [callId, seconds, wasMade ? 0 : 1],
    );
  }

  /** @returns false if the request waits to be sent already @param tx under the lock of the bot */
  async resend(tx: WriteTransaction, botId: number, deliveryRowId: number): Promise<boolean> {
    const rows = await tx.query(RESEND, [botId, deliveryRowId]);
    return rows.length > 0;
  }

  async drop(callId: number): Promise<void> {
    await this.database.query('webhook_call_drop', 'DELETE FROM webhook_call WHERE id = $1', [callId]);
  }

  /** @returns false if it is gone: somebody else was faster */
  async finish(tx: WriteTransaction, callId: number): Promise<boolean> {
    const rows = await tx.query('DELETE FROM webhook_call WHERE id = $1 RETURNING id', [callId]);
    return rows.length > 0;
  }

  async noteSuccess(botId: number): Promise<void> {
    await this.database.query(
      'webhook_health_good',
      'UPDATE webhook_health SET failures = 0, paused_until = NULL WHERE bot_id = $1 AND failures > 0',
      [botId],
    );
  }

  /** @returns whether the service is left alone from now on */
  async noteFailure({ botId, realmId }: WebhookCall, most: number, pauseSeconds: number): Promise<boolean> {
    const [row] = await this.database.query<{ is_paused: boolean }>(
      'webhook_health_bad',
      `INSERT INTO webhook_health AS h (bot_id, realm_id, failures) VALUES ($1, $2, 1)
       ON CONFLICT (bot_id) DO UPDATE SET failures = h.failures + 1,
         paused_until = CASE WHEN h.failures + 1 >= $3 THEN now() + make_interval(secs => $4) END
       RETURNING COALESCE(paused_until > now(), false) AS is_paused`,
      [botId, realmId, most, pauseSeconds],
    );
    return row?.is_paused ?? false;
  }

  /** Whether the owner may be written to now, and notes that it happens. */
  async claimNotice(tx: WriteTransaction, { botId, realmId }: WebhookCall, everySeconds: number): Promise<boolean> {
    const rows = await tx.query(
      `INSERT INTO webhook_health AS h (bot_id, realm_id, told_at) VALUES ($1, $2, now())
       ON CONFLICT (bot_id) DO UPDATE SET told_at = now()
         WHERE h.told_at IS NULL OR h.told_at <= now() - make_interval(secs => $3) RETURNING bot_id`,
      [botId, realmId, everySeconds],
    );
    return rows.length > 0;
  }

  async backlog(): Promise<{ calls: number; oldestSeconds: number }> {
    const [row] = await this.database.query<{ calls: number; oldest: number }>(
      'webhook_calls_backlog',
      `SELECT count(*) AS calls, COALESCE(extract(epoch FROM now() - min(created_at)), 0)::float8 AS oldest
       FROM webhook_call`,
    );
    return { calls: row?.calls ?? 0, oldestSeconds: row?.oldest ?? 0 };
  }
}
