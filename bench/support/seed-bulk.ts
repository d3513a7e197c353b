import { Database } from '@stoa/database';
import { RENDERER_VERSION } from '@stoa/markdown';
import type { BenchCluster } from './bench-cluster';
import { forEachWide } from './load';
import { progress } from './progress';
import type { SeededRealm } from './seed';
import { randomWords, unusualWords } from './seed-texts';

/** Texts that repeat: a text and its words are made once, and copied. */
const TEXTS = 50_000;
const BATCH = 100_000;
/** Statements at the same time. */
const WIDTH = 2;
/** Building the search index of a large table takes minutes. */
const LONGEST_STATEMENT_MS = 30 * 60_000;
/** One message in so many is a direct one of the first user and another. */
const DIRECT_EVERY = 20;
/** With so many users the first one has direct conversations. */
const DIRECT_PARTNERS = 40;
/** Of how many messages the words are compared with those that the trigger keeps. */
const COMPARED = 1_000;

/** The share of the messages that an organization has: those whose number, hashed, leaves one of these remainders. */
export interface BulkRealm {
  realm: SeededRealm;
  /** Of 100, both included. */
  remainders: readonly [number, number];
  /** Recipient ids of the first user's direct conversations, with the second user first. */
  directRecipientIds: readonly number[];
}

export interface BulkShape {
  /** The first message of this batch, counted from 1. */
  from: number;
  to: number;
  topics: number;
}

/** Seconds that a seeding took, by what it did. */
export interface BulkTimes {
  rows: number;
  indexes: number;
  vacuum: number;
}

/** Direct conversations of an organization's first user with others. */
export async function createConversations(cluster: BenchCluster, realm: SeededRealm): Promise<number[]> {
  const [first, ...others] = realm.users;
  const rows = await cluster.database.query<{ recipient_id: number }>(
    'bench_conversations',
    `SELECT direct_conversation_get($1, ARRAY[$2::int, o.id]) AS recipient_id
     FROM unnest($3::int[]) WITH ORDINALITY AS o (id, place) ORDER BY o.place`,
    [realm.id, first?.id, others.slice(0, DIRECT_PARTNERS).map(({ id }) => id)],
  );
  return rows.map((row) => row.recipient_id);
}

/**
 * Messages like those of `seedTexts`, in bulk: texts repeat and bring the words that the trigger would have found in them,
 * and all indexes but the primary key are made anew afterwards. What the trigger and the indexes cost is measured apart.
 * Nobody may use the organizations meanwhile.
 */
export async function seedBulk(
  cluster: BenchCluster,
  realms: readonly BulkRealm[],
  shape: BulkShape,
): Promise<BulkTimes> {
  const url = cluster.cluster.description.database_url;
  const database = Database.open({
    url,
    size: WIDTH,
    applicationName: 'bench',
    statementTimeoutMs: LONGEST_STATEMENT_MS,
  });
  try {
    await database.query('', `ALTER SYSTEM SET maintenance_work_mem = '1GB'`);
    await database.query('', 'SELECT pg_reload_conf()');
    await createTexts(database, shape.topics);
    const indexes = await dropIndexes(database);
    const rows = await secondsOf(() => insertAll(database, realms, shape));
    progress(`bulk: ${shape.to} messages`);
    const built = await secondsOf(async () => {
      for (const definition of indexes) await database.query('', definition);
    });
    progress(`bulk: ${indexes.length} indexes in ${Math.round(built)} s`);
    await compareWords(database);
    // As autovacuum leaves a table that has grown.
    const vacuum = await secondsOf(async () => {
      await database.query('', 'VACUUM ANALYZE message');
      await database.query('', 'ANALYZE');
    });
    await database.query('', 'ALTER SYSTEM RESET maintenance_work_mem');
    await database.query('', 'SELECT pg_reload_conf()');
    return { rows, indexes: built, vacuum };
  } finally {
    // Whoever failed gives the cluster up.
    await database.close();
  }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

async function createTexts(database: Database, topics: number): Promise<void> {
  await database.query(
    '',
    `CREATE UNLOGGED TABLE IF NOT EXISTS bench_text AS
     SELECT n AS place, text, message_search_words('<p>' || text || '</p>') AS words
     FROM generate_series(0, ${TEXTS - 1}) n, LATERAL (${randomWords('n')}) c (text)`,
  );
  await database.query('', 'CREATE UNIQUE INDEX IF NOT EXISTS bench_text_place_key ON bench_text (place)');
  await database.query(
    '',
    `CREATE UNLOGGED TABLE IF NOT EXISTS bench_topic AS
     SELECT n AS place, 'topic ' || n AS topic, setweight(message_search_words('topic ' || n), 'A') AS words
     FROM generate_series(0, ${topics - 1}) n`,
  );
  await database.query('', 'ANALYZE bench_text, bench_topic');
}

/** @returns the statements that make them again */
async function dropIndexes(database: Database): Promise<string[]> {
  const indexes = await database.query<{ name: string; definition: string }>(
    '',
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = 'message'::regclass AND NOT indisprimary`,
  );
  for (const { name } of indexes) await database.query('', `DROP INDEX ${name}`);
  return indexes.map(({ definition }) => definition);
}

async function insertAll(database: Database, realms: readonly BulkRealm[], shape: BulkShape): Promise<void> {
  const [last] = await database.query<{ id: number }>('', 'SELECT COALESCE(max(id), 0) AS id FROM message');
  const base = (last?.id ?? 0) - shape.from + 1;
  await database.query('', 'ALTER TABLE message DISABLE TRIGGER message_search');
  const batches = Array.from({ length: Math.ceil((shape.to - shape.from + 1) / BATCH) }, (_, index) => {
    const from = shape.from + index * BATCH;
    return { from, to: Math.min(from + BATCH - 1, shape.to) };
  });
  await forEachWide(batches, WIDTH, async ({ from, to }) => {
    for (const one of realms) await insert(database, one, { from, to, topics: shape.topics, base });
  });
  await database.query('', 'ALTER TABLE message ENABLE TRIGGER message_search');
  await database.query('', `SELECT setval(pg_get_serial_sequence('message', 'id'), ${base + shape.to})`);
}

/** The numbers of messages are their ids, less `base`: organizations lie among each other. */
async function insert(
  database: Database,
  { realm, remainders, directRecipientIds }: BulkRealm,
  { from, to, topics, base }: BulkShape & { base: number },
): Promise<void> {
  await database.query(
    'bench_bulk',
    `WITH added AS (
       INSERT INTO message (id, realm_id, recipient_id, origin_recipient_id, sender_id, topic, content, rendered_content,
         renderer_version, sent_at, client_name, search_vector)
       SELECT $8::bigint + n, $1::int, r.id, r.id, s.id, CASE WHEN p.partner IS NULL THEN t.topic ELSE '' END, x.text || w.word,
         '<p>' || x.text || w.word || '</p>', ${RENDERER_VERSION},
         date_trunc('second', now()) - (100000000 - n) * interval '1 second', 'bench',
         x.words || CASE WHEN w.word = '' THEN '' ELSE message_search_words(w.word) END
           || CASE WHEN p.partner IS NULL THEN t.words ELSE '' END
       FROM generate_series($4::int, $5::int) n
         JOIN bench_text x ON x.place = (hashint8(n + 5) & 1073741823) % ${TEXTS}
         JOIN bench_topic t ON t.place = n % $6::int,
         LATERAL (SELECT ${unusualWords('n')} AS word) w,
         LATERAL (SELECT CASE WHEN hashint8(n + 77) % ${DIRECT_EVERY} = 0
           THEN (n / ${DIRECT_EVERY}) % cardinality($7::int[]) END AS partner) p,
         LATERAL (SELECT CASE WHEN p.partner IS NULL THEN ($2::int[])[1 + t.place % cardinality($2::int[])]
           ELSE ($7::int[])[1 + p.partner] END AS id) r,
         LATERAL (SELECT ($3::int[])[CASE WHEN p.partner IS NULL THEN 1 + (n::bigint * 7919 % cardinality($3::int[]))::int
           ELSE 1 + (n % 2) * (1 + p.partner) END] AS id) s
       WHERE (hashint8(n + 13) & 1073741823) % 100 BETWEEN $9 AND $10
       RETURNING id, recipient_id
     )
     INSERT INTO direct_message_receipt (user_id, message_id, recipient_id)
     SELECT d.user_id, a.id, a.recipient_id
     FROM added a JOIN direct_conversation_participant d ON d.recipient_id = a.recipient_id`,
    [
      realm.id,
      realm.channels.map(({ recipientId }) => recipientId),
      realm.users.map(({ id }) => id),
      from,
      to,
      topics,
      directRecipientIds,
      base,
      ...remainders,
    ],
  );
}

/** @throws Error when messages have other words than the trigger would have kept */
async function compareWords(database: Database): Promise<void> {
  const [row] = await database.query<{ others: number }>(
    '',
    `SELECT count(*)::int AS others FROM (SELECT * FROM message ORDER BY id DESC LIMIT ${COMPARED}) m
     WHERE search_vector <> message_search_vector(topic, rendered_content)`,
  );
  if (row?.others !== 0) throw new Error(`${row?.others} of ${COMPARED} messages have other words than their texts`);
}
