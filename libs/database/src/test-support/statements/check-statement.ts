import type { Client } from 'pg';
import type { Catalog } from './catalog';
import type { Statement } from './collect-statements';
import { compareRows } from './compare-rows';
import { type ResultColumn, describeStatement } from './describe-statement';
import { NULLS } from './exceptions';

/** What is wrong with a statement, each with its place; nothing if it fits the database and its row type. */
export async function checkStatement(client: Client, catalog: Catalog, statement: Statement): Promise<string[]> {
  const { place, line, texts, row } = statement;
  const expected = NULLS[place]?.columns ?? [];
  const problems: string[] = [];
  for (const text of texts) {
    const columns = await describeStatement(client, text).catch((error: unknown) => String(error));
    if (typeof columns === 'string') problems.push(columns);
    else problems.push(...compareRows(row, columns, { text, catalog, expected }));
  }
  return [...new Set(problems)].map((problem) => `${place} (line ${line}): ${problem}`);
}

/** The names and types of a statement's columns in one line; those of a broken statement are none. */
export async function resultOf(client: Client, text: string): Promise<string> {
  const columns = await describeStatement(client, text).catch((): ResultColumn[] => []);
  return columns.map(({ name, typeId }) => `${name} ${typeId}`).join(', ');
}

/** Gives every table a column more, as a migration may while the services run. */
export async function widenTables(client: Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `SELECT format('ALTER TABLE %I ADD COLUMN added_by_a_later_migration int', relname) AS statement FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  for (const { statement } of rows) await client.query(statement);
}
