import type { Client } from 'pg';

/** Text forms of one value of each type that a statement may give; what the driver makes of them is what code gets. */
const SAMPLES = {
  bool: 'true',
  bpchar: 'a',
  bytea: '\\x00',
  date: '2026-01-01',
  float4: '1',
  float8: '1',
  int2: '1',
  int4: '1',
  int8: '1',
  json: '{}',
  jsonb: '{}',
  name: 'a',
  numeric: '1',
  pg_lsn: '0/1',
  pg_snapshot: '1:1:',
  text: 'a',
  timestamptz: '2026-01-01 00:00:00Z',
  uuid: '00000000-0000-0000-0000-000000000000',
  varchar: 'a',
  xid8: '1',
};

export interface Catalog {
  /** By type: the kind of value that the driver gives, as in declared rows. */
  kinds: ReadonlyMap<number, string>;
  typeNames: ReadonlyMap<number, string>;
  /** `table.position` of columns that are NOT NULL. */
  notNull: ReadonlySet<string>;
}

export async function readCatalog(client: Client): Promise<Catalog> {
  const { rows: types } = await client.query<{ id: number; name: string }>(
    'SELECT oid AS id, typname AS name FROM pg_type',
  );
  const { rows: columns } = await client.query<{ key: string }>(
    `SELECT attrelid || '.' || attnum AS key FROM pg_attribute WHERE attnotnull AND attnum > 0`,
  );
  const ids = new Map(types.map(({ id, name }) => [name, id]));
  const kinds = new Map<number, string>();
  for (const [name, text] of Object.entries(SAMPLES)) {
    kinds.set(ids.get(name) ?? 0, await kindOf(client, name, text));
    kinds.set(ids.get(`_${name}`) ?? 0, await kindOf(client, `${name}[]`, `{"${text.replace('\\', '\\\\')}"}`));
  }
  return {
    kinds,
    typeNames: new Map(types.map(({ id, name }) => [id, name])),
    notNull: new Set(columns.map(({ key }) => key)),
  };
}

async function kindOf(client: Client, type: string, text: string): Promise<string> {
  const { rows } = await client.query<{ value: unknown }>(`SELECT $1::text::${type} AS value`, [text]);
  return kindOfValue(rows[0]?.value, type);
}

function kindOfValue(value: unknown, type: string): string {
  if (value instanceof Date) return 'Date';
  if (value instanceof Uint8Array) return 'Buffer';
  if (Array.isArray(value)) return `${kindOfValue(value[0], type)}[]`;
  return typeof value === 'object' ? 'json' : typeof value;
}
