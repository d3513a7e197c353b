import { Database, RowOf, WriteTransaction, setKeys } from '@stoa/database';

/** What is computed once everything is loaded, and what makes the organization reachable. */
const COMPUTED = [
  `UPDATE channel c SET
     first_message_id = (SELECT m.id FROM message m WHERE m.recipient_id = c.recipient_id ORDER BY m.id LIMIT 1),
     subscriber_count = (SELECT count(*) FROM subscription s JOIN account a ON a.id = s.user_id
       WHERE s.channel_id = c.id AND s.active AND a.is_active)
   WHERE c.realm_id = $1`,
  `INSERT INTO upload_space (realm_id, used) SELECT $1::int, COALESCE(sum(size), 0) FROM attachment WHERE realm_id = $1
   ON CONFLICT (realm_id) DO UPDATE SET used = excluded.used`,
  `INSERT INTO presence_counter (realm_id, last_update_id) SELECT $1::int, count(*) FROM presence WHERE realm_id = $1
   ON CONFLICT (realm_id) DO UPDATE SET last_update_id = excluded.last_update_id`,
  `UPDATE presence p SET last_update_id = n.place
   FROM (SELECT user_id, row_number() OVER (ORDER BY last_connected_at, user_id) AS place FROM presence WHERE realm_id = $1) n
   WHERE n.user_id = p.user_id`,
];

/** Statistics that the planner needs before the next time that they are gathered anyway. */
const ANALYZED = ['message', 'message_flag', 'membership_span', 'read_chunk', 'reaction', 'direct_message_receipt'];

/** The last step of an import. */
export class OpeningRepository {
  constructor(private readonly database: Database) {}

  /** @param deactivatedAt of the organization where it was: it stays deactivated */
  async open(tx: WriteTransaction, subdomain: string, deactivatedAt: string | null): Promise<void> {
    const { realmId } = tx;
    for (const statement of COMPUTED) await tx.query(statement, [realmId]);
    await tx.query('UPDATE realm SET string_id = $2, deactivated_at = $3 WHERE id = $1', [
      realmId,
      subdomain,
      deactivatedAt,
    ]);
    for (const key of [setKeys.realmSettings, setKeys.realmUsers, setKeys.realmGroups, setKeys.realmChannels]) {
      tx.bump(key(realmId));
    }
    const channels = await tx.query<RowOf<'Channel', 'id'>>('SELECT id FROM channel WHERE realm_id = $1', [realmId]);
    for (const { id } of channels) tx.bump(setKeys.channel(id));
  }

  async analyze(): Promise<void> {
    for (const table of ANALYZED) await this.database.query(`analyze_${table}`, `ANALYZE ${table}`);
  }

  /** Newest message of each topic, by key. */
  async topicHeads(
    topics: readonly { key: string; recipientId: number; topic: string }[],
  ): Promise<ReadonlyMap<string, number>> {
    if (topics.length === 0) return new Map();
    const rows = await this.database.query<{ key: string; id: number | null }>(
      'import_topic_heads',
      `SELECT t.key, (SELECT m.id FROM message m WHERE m.recipient_id = t.recipient_id AND lower(m.topic) = lower(t.topic)
         ORDER BY m.id DESC LIMIT 1) AS id
       FROM unnest($1::text[], $2::int[], $3::text[]) AS t (key, recipient_id, topic)`,
      [topics.map(({ key }) => key), topics.map(({ recipientId }) => recipientId), topics.map(({ topic }) => topic)],
    );
    return new Map(rows.flatMap(({ key, id }) => (id === null ? [] : [[key, id] as const])));
  }
}
