import { Database } from '@stoa/database';

/** Rows of one organization as text, by table. */
export type RealmRows = ReadonlyMap<string, readonly string[]>;

/** What a column names that no foreign key explains. Columns that are named after what they hold come last. */
const COLUMNS: readonly [pattern: RegExp, table: string][] = [
  [/^mentioned_group_id$/, 'user_group'],
  [/(^|_)(user|sender|owner|creator|author|referrer|bot)_id$/, 'account'],
  [/^(target_|delivered_)?message_id$/, 'message'],
  [/^(origin_|from_|to_)?recipient_id$/, 'recipient'],
  [/^(prev_)?channel_id$|_stream_id$|_channel_id$/, 'channel'],
  [/^scheduled_message_id$/, 'scheduled_message'],
];
/** Texts, positions among messages, counters and ids of other systems. */
const NO_REFERENCES = new Set([
  ...[
    'archive_id',
    'credential_id',
    'external_id',
    'path_id',
    'string_id',
    'outbox_id',
    'last_update_id',
    'push_account_id',
    'delivery_id',
    'mail_id',
    'bouncer_device_id',
    'push_key_id',
    'push_token_id',
    'pending_push_token_id',
    'ios_app_id',
  ],
  ...['first_message_id', 'last_message_id', 'below_id', 'drawn_id'],
]);
/** Tables of the whole installation. */
const SHARED = [
  ...['_prisma_migrations', 'link_preview', 'message_id_mark', 'push_position', 'relay_partition', 'rendering_walk'],
  'set_version',
  'database_life',
  '_sql_functions',
];
/** Notes of jobs about their own progress, independent of requests. */
const PROGRESS = ['mail_window', 'missed_message', 'pending_read', 'realm_push_status'];
const LEFT_OUT = new Set([...SHARED, ...PROGRESS]);

interface Column {
  table: string;
  column: string;
  /** What a foreign key says. */
  parent: string | null;
}

const COLUMN_LIST = `
  SELECT c.relname AS "table", a.attname AS "column",
         (SELECT confrelid::regclass::text FROM pg_constraint
           WHERE conrelid = c.oid AND contype = 'f' AND conkey = ARRAY[a.attnum] LIMIT 1) AS parent
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
   ORDER BY 1, a.attnum`;

/**
 * Reads every row that belongs to an organization or refers to something of it, from every table, found by its columns.
 * @throws Error when a table or a column ending in `_id` is none that this knows how to place
 */
export async function readRealmRows(database: Database, realmId: number): Promise<RealmRows> {
  const columns = (await database.query<Column>('test_columns', COLUMN_LIST)).map(placed);
  const tables = [...new Set(columns.map(({ table }) => table))].filter((table) => !LEFT_OUT.has(table));
  const selects = tables.map((table) => {
    const conditions = columns.flatMap((column) => (column.table === table ? conditionOf(column, columns) : []));
    if (conditions.length === 0) throw new Error(`nothing tells whose rows those of ${table} are`);
    return `SELECT '${table}' AS name, t::text AS content FROM ${table} t WHERE ${conditions.join(' OR ')}`;
  });
  const rows = await database.query<{ name: string; content: string }>(
    'test_realm_rows',
    `${selects.join('\nUNION ALL ')}\nORDER BY 1, 2`,
    [realmId],
  );
  const found = new Map<string, string[]>(tables.map((table) => [table, []]));
  for (const { name, content } of rows) found.get(name)?.push(content);
  return found;
}

function placed(column: Column): Column {
  const { table, column: name } = column;
  if (LEFT_OUT.has(table) || column.parent || name === 'realm_id' || NO_REFERENCES.has(name)) return column;
  if (!name.endsWith('_id')) return column;
  const parent = COLUMNS.find(([pattern]) => pattern.test(name))?.[1];
  if (!parent) throw new Error(`${table}.${name}: whose is what it names?`);
  return { ...column, parent };
}

/** A condition for rows whose column names something of the organization `$1`. */
function conditionOf({ table, column, parent }: Column, columns: readonly Column[]): string[] {
  if (table === 'realm' && column === 'id') return ['t.id = $1'];
  if (column === 'realm_id') return ['t.realm_id = $1'];
  if (!parent || parent === table) return [];
  return [`t."${column}" IN (${idsOf(parent, columns)})`];
}

function idsOf(table: string, columns: readonly Column[]): string {
  const own = columns.filter((column) => column.table === table);
  if (own.some(({ column }) => column === 'realm_id')) return `SELECT id FROM ${table} WHERE realm_id = $1`;
  const reference = own.find(({ parent }) => parent !== null && parent !== table);
  if (!reference?.parent) throw new Error(`nothing tells whose rows those of ${table} are`);
  return `SELECT id FROM ${table} WHERE "${reference.column}" IN (${idsOf(reference.parent, columns)})`;
}

/** What was added (+) and what is gone (-), a line each. */
export function differences(before: RealmRows, after: RealmRows): string[] {
  return [...after].flatMap(([table, rows]) => {
    const [had, has] = [new Set(before.get(table)), new Set(rows)];
    return [
      ...rows.filter((row) => !had.has(row)).map((row) => `+ ${table} ${row}`),
      ...(before.get(table) ?? []).filter((row) => !has.has(row)).map((row) => `- ${table} ${row}`),
    ];
  });
}
