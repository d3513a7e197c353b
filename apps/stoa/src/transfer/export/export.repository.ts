import { Database, SnapshotReader, readSystemBots } from '@stoa/database';
import { ArchiveTable, READ_STATE } from '../archive/tables';
import { rangesOfBits } from '../archive/read-bits';

const ROWS_AT_ONCE = 1_000;
/** Of every table: the organization itself, and the count of changes for caches. */
const NEVER = ['realm_id', 'version'];

/** What an export reads, all of it in one snapshot. */
export class ExportRepository {
  constructor(
    private readonly reader: SnapshotReader,
    private readonly realmId: number,
  ) {}

  /** Rows of a table. */
  async count(table: ArchiveTable): Promise<number> {
    const [row] = await this.reader.query<{ count: number }>(
      `export_count_${table.name}`,
      `SELECT count(*) AS count ${table.rows}`,
      [this.realmId],
    );
    return row?.count ?? 0;
  }

  /** The records of a table as JSON texts, some at a time. */
  async *records(table: ArchiveTable): AsyncGenerator<string[]> {
    const left = [...NEVER, ...(table.leaves ?? [])].map((column) => `'${column}'`).join(', ');
    const added = Object.entries(table.adds ?? {}).map(([name, sql]) => `'${name}', ${sql}`);
    const more = added.length > 0 ? ` || jsonb_build_object(${added.join(', ')})` : '';
    const select = `SELECT ((to_jsonb(t) - ARRAY[${left}])${more})::text AS record ${table.rows} ORDER BY ${table.order}`;
    yield* this.cursor<{ record: string }, string>(table.name, select, ({ record }) => record);
  }

  /** Who has read what, a record per user with a position or bits. */
  async *readStates(): AsyncGenerator<string[]> {
    const select = `SELECT a.id AS user_id, COALESCE(p.position, 0) AS position, c.chunk, c.bits::text AS bits
      FROM account a LEFT JOIN read_position p ON p.user_id = a.id LEFT JOIN read_chunk c ON c.user_id = a.id
      WHERE a.realm_id = $1 AND (p.user_id IS NOT NULL OR c.user_id IS NOT NULL) ORDER BY a.id, c.chunk`;
    let open: ReadState | undefined;
    for await (const rows of this.cursor<ReadRow, ReadRow>(READ_STATE, select, (row) => row)) {
      const done: string[] = [];
      for (const row of rows) {
        if (open?.user_id !== row.user_id) {
          if (open) done.push(JSON.stringify(open));
          open = { user_id: row.user_id, position: row.position, unread: [], read: [] };
        }
        if (row.chunk !== null && row.bits !== null) addRanges(open, rangesOfBits(row.chunk, row.bits));
      }
      yield done;
    }
    if (open) yield [JSON.stringify(open)];
  }

  private async *cursor<Row extends object, Item>(
    name: string,
    select: string,
    item: (row: Row) => Item,
  ): AsyncGenerator<Item[]> {
    // A cursor's statement takes no parameters; this one is a number from the database.
    const text = select.replaceAll('$1', String(Math.trunc(this.realmId)));
    await this.reader.query(
      `export_declare_${name}_${this.realmId}`,
      `DECLARE export_rows NO SCROLL CURSOR FOR ${text}`,
    );
    for (;;) {
      const rows = await this.reader.query<Row & Record<string, unknown>>(
        `export_fetch_${name}`,
        `FETCH FORWARD ${ROWS_AT_ONCE} FROM export_rows`,
      );
      if (rows.length > 0) yield rows.map(item);
      if (rows.length < ROWS_AT_ONCE) break;
    }
    await this.reader.query('export_close', 'CLOSE export_rows');
  }
}

interface ReadRow {
  user_id: number;
  position: number;
  chunk: number | null;
  bits: string | null;
}

interface ReadState {
  user_id: number;
  position: number;
  unread: [number, number][];
  read: [number, number][];
}

/** Below the position a set bit means unread, at or above it read; positions lie between chunks. */
function addRanges(state: ReadState, ranges: readonly [number, number][]): void {
  for (const range of ranges) {
    const list = range[0] < state.position ? state.unread : state.read;
    const last = list.at(-1);
    if (last && last[1] + 1 === range[0] && range[0] !== state.position) last[1] = range[1];
    else list.push(range);
  }
}

/** The installation's own bots, by id: the first part of their address. */
export async function systemBotNames(database: Database): Promise<Record<string, string>> {
  const bots = await readSystemBots(database);
  return Object.fromEntries(bots.map(({ id, email }) => [String(id), email.split('@')[0] ?? '']));
}
