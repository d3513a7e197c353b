import { ARCHIVE_TABLES, IdSpace } from '../transfer/archive/tables';
import { tableFile } from '../transfer/archive/layout';
import { readLines } from '../transfer/archive/record-reader';

type Records = Record<string, unknown>[];

async function recordsOf(folder: string, table: string): Promise<Records> {
  const records: Records = [];
  for await (const { text } of readLines(tableFile(folder, table))) records.push(JSON.parse(text));
  return records;
}

/**
 * All tables of an archive with every id replaced by its place among the ids of its kind: what two archives of the same
 * organization have in common, wherever it is. Users' texts name ids as well; `plainText` takes them out.
 */
export async function comparableArchive(
  folder: string,
  plainText: (text: string) => string,
): Promise<Map<string, Records>> {
  const tables = new Map<string, Records>();
  const ids = new Map<IdSpace, number[]>();
  for (const { name, owns = {} } of ARCHIVE_TABLES) {
    const records = await recordsOf(folder, name);
    tables.set(name, records);
    for (const [column, space] of Object.entries(owns)) {
      ids.set(space, [...(ids.get(space) ?? []), ...records.map((record) => Number(record[column]))]);
    }
  }
  for (const known of ids.values()) known.sort((a, b) => a - b);
  const rank = (space: IdSpace, id: unknown): unknown =>
    typeof id === 'number' ? (ids.get(space) ?? []).indexOf(id) : id;
  const messages = ids.get('message') ?? [];
  const below = (id: unknown): unknown => (typeof id === 'number' ? messages.filter((known) => known < id).length : id);
  for (const { name, owns = {}, refers = {}, points = [] } of ARCHIVE_TABLES) {
    for (const record of tables.get(name) ?? []) {
      for (const [column, space] of Object.entries({ ...owns, ...refers })) {
        const value = record[column];
        record[column] = Array.isArray(value) ? value.map((id) => rank(space, id)) : rank(space, value);
      }
      for (const column of Object.keys(record)) {
        const value = record[column];
        if (typeof value === 'string') record[column] = plainText(value);
      }
      for (const column of points) record[column] = below(record[column]);
      // Ids of one channel, or of people: their kind says which.
      if (name === 'draft') {
        const space = record.kind === 'stream' ? 'channel' : 'account';
        record.recipient_ids = (record.recipient_ids as number[]).map((id) => rank(space, id));
      }
      if (name === 'pending_read') record.below_id = below(record.below_id);
    }
  }
  return tables;
}
