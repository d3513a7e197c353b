import { Injectable } from '@nestjs/common';
import { Database } from '@stoa/database';
import type { SearchFrequency } from './search-way';
import type { SqlText } from './window-sql';

/** Texts in which what matched stands between U+0002 and U+0003, which no message contains. */
export interface MarkedTexts {
  id: number;
  content: string;
  /** HTML of the topic. */
  topic: string;
  is_channel: boolean;
}

const HEADLINE = `'HighlightAll=true, StartSel="' || chr(2) || '", StopSel="' || chr(3) || '"'`;
const ESCAPED_TOPIC = `replace(replace(replace(replace(replace(m.topic, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;'), '''', '&#39;')`;

const IS_CHANNEL = 'EXISTS (SELECT FROM channel c WHERE c.recipient_id = m.recipient_id)';

/** The SQL of keyword search (markdown.md 17). The words of messages are kept by the trigger `message_search`. */
@Injectable()
export class SearchRepository {
  constructor(private readonly database: Database) {}

  /** All words of a text, as stems, without stop words: text of a tsquery. '' has none, and matches nothing. */
  async parse(text: string): Promise<string> {
    const [row] = await this.database.query<{ query: string }>(
      'search_query',
      'SELECT message_search_query($1)::text AS query',
      [text],
    );
    return row?.query ?? '';
  }

  /** @param walked each selects at least what a walk would go through */
  async frequency(query: string, walked: readonly SqlText[]): Promise<SearchFrequency> {
    const [[size], matches, ...walkable] = await Promise.all([
      this.database.query<{ messages: number }>(
        'message_count_estimate',
        `SELECT GREATEST(reltuples, 0)::bigint AS messages FROM pg_class WHERE oid = 'message'::regclass`,
      ),
      this.estimate({ text: 'SELECT FROM message WHERE search_vector @@ $1::tsquery', params: [query] }),
      ...walked.map((rows) => this.estimate(rows)),
    ]);
    return { messages: size?.messages ?? 0, matches, walkable: Math.min(...walkable) };
  }

  /** How many rows the planner expects of a statement. */
  private async estimate({ text, params }: SqlText): Promise<number> {
    const [row] = await this.database.query<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
      '',
      `EXPLAIN (FORMAT JSON) ${text}`,
      params,
    );
    return row?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
  }

  /** @param query text of a tsquery; '' marks nothing */
  async marked(messageIds: readonly number[], query: string): Promise<MarkedTexts[]> {
    if (query === '') {
      return this.database.queryFresh<MarkedTexts & Record<string, unknown>>(
        'search_unmarked',
        `SELECT m.id, m.rendered_content AS content, ${ESCAPED_TOPIC} AS topic, ${IS_CHANNEL} AS is_channel
         FROM message m WHERE m.id = ANY($1::bigint[])`,
        [messageIds],
      );
    }
    return this.database.queryFresh<MarkedTexts & Record<string, unknown>>(
      'search_marked',
      `SELECT m.id, ts_headline('pg_catalog.english', m.rendered_content, $2::tsquery, ${HEADLINE}) AS content,
         ts_headline('pg_catalog.english', ${ESCAPED_TOPIC}, $2::tsquery, ${HEADLINE}) AS topic,
         ${IS_CHANNEL} AS is_channel
       FROM message m WHERE m.id = ANY($1::bigint[])`,
      [messageIds, query],
    );
  }
}
