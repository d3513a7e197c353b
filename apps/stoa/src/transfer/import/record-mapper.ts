import { ARCHIVE_TABLES, ArchiveTable, IdSpace } from '../archive/tables';
import { Columns, valueProblem } from './column-catalog';
import { IdMap } from './id-map';

/** Why a record cannot be loaded. */
export class RecordProblem extends Error {}

/** A record with the columns of its table, its ids replaced. */
export type Row = Record<string, unknown>;

/** Ids that stand for "none". */
const NO_ID = -1;
const TABLE_OF = new Map(ARCHIVE_TABLES.map((table) => [table.name, table]));

/** @throws RecordProblem */
export function parseRecord(text: string): Row {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RecordProblem('is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RecordProblem('is not a JSON object');
  return Object.fromEntries(Object.entries(value));
}

/** Checks records against the database's columns and gives them new ids. Knows nothing of single tables. */
export class RecordMapper {
  constructor(
    private readonly ids: IdMap,
    private readonly columns: ReadonlyMap<string, Columns>,
  ) {}

  /** @throws RecordProblem */
  map(name: string, record: Row): Row {
    const table = TABLE_OF.get(name);
    const columns = this.columns.get(name);
    if (!table || !columns) throw new RecordProblem(`there is no table ${name}`);
    const row: Row = {};
    for (const [column, value] of Object.entries(record)) {
      const known = table.adds && column in table.adds ? { type: '_int8', isNullable: false } : columns.get(column);
      if (!known || column === 'realm_id' || column === 'version' || table.leaves?.includes(column)) {
        throw new RecordProblem(`has a field "${column}" that this release does not know`);
      }
      const problem = valueProblem(known, value);
      if (problem) throw new RecordProblem(`${column} ${problem}`);
      row[column] = this.mapped(table, column, value);
    }
    return row;
  }

  private mapped(table: ArchiveTable, column: string, value: unknown): unknown {
    const space = table.owns?.[column] ?? table.refers?.[column];
    if (space === undefined || value === null) return value;
    if (Array.isArray(value)) return value.map((id) => this.newId(space, column, Number(id)));
    return this.newId(space, column, Number(value));
  }

  /** @throws RecordProblem */
  newId(space: IdSpace, column: string, id: number): number {
    if (id === NO_ID && space === 'channel') return id;
    const found = this.ids.newId(space, id);
    if (found === undefined) throw new RecordProblem(`${column} ${id} is not in the archive`);
    return found;
  }
}

/** @throws RecordProblem */
export function textOf(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new RecordProblem(`${column} must be a text`);
  return value;
}

/** @throws RecordProblem */
export function numberOf(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new RecordProblem(`${column} must be a number`);
  return value;
}
