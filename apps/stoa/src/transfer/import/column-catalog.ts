import { Database } from '@stoa/database';

export interface Column {
  /** PostgreSQL's name of the type; `_int4` is a list. */
  type: string;
  isNullable: boolean;
}
export type Columns = ReadonlyMap<string, Column>;

/** The columns of every table, as the database has them now. */
export async function readColumns(database: Database): Promise<ReadonlyMap<string, Columns>> {
  const rows = await database.query<{ table: string; column: string; type: string; isNullable: boolean }>(
    'tool_columns',
    `SELECT table_name AS "table", column_name AS "column", udt_name AS type, is_nullable = 'YES' AS "isNullable"
     FROM information_schema.columns WHERE table_schema = current_schema()`,
  );
  const tables = new Map<string, Map<string, Column>>();
  for (const { table, column, type, isNullable } of rows) {
    const columns = tables.get(table) ?? new Map<string, Column>();
    tables.set(table, columns);
    columns.set(column, { type, isNullable });
  }
  return tables;
}

const LIMITS: Readonly<Record<string, number>> = { int2: 2 ** 15, int4: 2 ** 31, int8: Number.MAX_SAFE_INTEGER };

/** @returns what is wrong with a value, undefined if the column takes it */
export function valueProblem({ type, isNullable }: Column, value: unknown): string | undefined {
  if (value === null) return isNullable ? undefined : 'must not be null';
  if (type.startsWith('_')) {
    if (!Array.isArray(value)) return 'must be a list';
    const element = { type: type.slice(1), isNullable: false };
    return value.map((item) => valueProblem(element, item)).find((problem) => problem !== undefined);
  }
  const limit = LIMITS[type];
  if (limit !== undefined) {
    return Number.isSafeInteger(value) && Math.abs(Number(value)) < limit
      ? undefined
      : 'must be a whole number in range';
  }
  switch (type) {
    case 'bool':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'timestamptz':
    case 'date':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? undefined : 'must be a time';
    case 'jsonb':
      return JSON.stringify(value).includes('\\u0000') ? 'must not contain null characters' : undefined;
    default:
      if (typeof value !== 'string') return 'must be a text';
      return /[\0\p{Cs}]/u.test(value) ? 'must not contain null characters or halves of characters' : undefined;
  }
}
