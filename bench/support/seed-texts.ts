import { RENDERER_VERSION } from '@stoa/markdown';
import type { BenchCluster } from './bench-cluster';
import { progress } from './progress';
import type { SeededRealm } from './seed';

/** Words of which every message has some, by how many messages share one. */
export const WORDS = { common: 'deployment', uncommon: 'giraffe', rare: 'zebra' } as const;

/** One message in so many has the word. */
const COMMON_EVERY = 10;
const UNCOMMON_EVERY = 300;
const RARE_EVERY = 50_000;

interface UnusualWord {
  word: string;
  /** SQL: whether the message with this number has it. */
  holds: (n: string) => string;
}

/** Words that a message has after the usual ones. */
const UNUSUAL_WORDS: readonly UnusualWord[] = [
  { word: WORDS.common, holds: (n) => `hashint8(${n}) % ${COMMON_EVERY} = 0` },
  { word: WORDS.uncommon, holds: (n) => `${n} % ${UNCOMMON_EVERY} = 1` },
  { word: WORDS.rare, holds: (n) => `${n} % ${RARE_EVERY} = 1` },
];

/** SQL: what a message with this number has after its usual words. */
export function unusualWords(n: string): string {
  return UNUSUAL_WORDS.map(({ word, holds }) => `CASE WHEN ${holds(n)} THEN ' ${word}' ELSE '' END`).join(' || ');
}

const WORDS_OF_A_TEXT = 20;

/**
 * SQL of a query: the twenty usual words of the text with this number, few of them often and many seldom. Powers of `numeric`
 * would take forty times as long.
 */
export function randomWords(n: string): string {
  return `SELECT string_agg('word' || to_hex(power(20000, (hashint8(${n}::bigint * ${WORDS_OF_A_TEXT} + g) & 65535) / 65536.0::float8)::int), ' ')
    FROM generate_series(1, ${WORDS_OF_A_TEXT}) g`;
}

/** Rows of one statement, so that none runs into the time limit of statements. */
const BATCH = 10_000;

export interface HistoryShape {
  /** The first message of this batch, counted from 1. */
  from: number;
  to: number;
  topics: number;
}

/**
 * Messages of twenty words each, spread over the channels, topics and users of a realm, written as rows: nobody is told
 * of them. The same numbers give the same texts. The trigger keeps the words, as for every message.
 */
export async function seedTexts(cluster: BenchCluster, realm: SeededRealm, shape: HistoryShape): Promise<void> {
  const special = unusualWords('n');
  for (let from = shape.from; from <= shape.to; from += BATCH) {
    await cluster.database.query(
      'bench_texts',
      `INSERT INTO message (realm_id, recipient_id, origin_recipient_id, sender_id, topic, content, rendered_content,
         renderer_version, sent_at, client_name)
       SELECT $1, r.id, r.id, s.id, 'topic ' || n % $6::int, c.text, '<p>' || c.text || '</p>', ${RENDERER_VERSION},
         date_trunc('second', now()) - (10000000 - n) * interval '1 second', 'bench'
       FROM generate_series($4::int, $5::int) n,
         LATERAL (SELECT ($2::int[])[1 + (n % $6::int) % cardinality($2::int[])] AS id) r,
         LATERAL (SELECT ($3::int[])[1 + (n::bigint * 7919 % cardinality($3::int[]))::int] AS id) s,
         LATERAL (SELECT (${randomWords('n')}) || ${special} AS text) c`,
      [
        realm.id,
        realm.channels.map(({ recipientId }) => recipientId),
        realm.users.map(({ id }) => id),
        from,
        Math.min(from + BATCH - 1, shape.to),
        shape.topics,
      ],
    );
    progress(`history: ${Math.min(from + BATCH - 1, shape.to)} messages`);
  }
}
