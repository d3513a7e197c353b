import { Manifest } from '../archive/manifest';
import { recordPlace, tableFile } from '../archive/layout';
import { readLines } from '../archive/record-reader';
import { ARCHIVE_TABLES, ArchiveTable, FILES, READ_STATE } from '../archive/tables';
import { BadDataError } from '../../base/command-line/failures';
import { isKey } from '@stoa/storage';
import { Columns } from './column-catalog';
import { IdMap } from './id-map';
import { ReadStateRecord } from '../archive/read-bits';
import { RecordMapper, RecordProblem, Row, numberOf, parseRecord } from './record-mapper';
import { checkRecord } from './record-rules';

/** Problems beyond this many are only counted. */
const MOST_PROBLEMS = 100;

export interface FileRecord {
  /** Key in the store; `realm` in second place stands for the organization's id. */
  path: string;
  size: number;
  /** In hexadecimal digits. */
  sha256: string;
}

/** Collects what is wrong, a line each. */
class Problems {
  readonly lines: string[] = [];
  count = 0;

  add(place: string, problem: string): void {
    this.count += 1;
    if (this.lines.length < MOST_PROBLEMS) this.lines.push(`${place}: ${problem}`);
  }

  /** @throws BadDataError if there are any */
  throwIfAny(): void {
    if (this.count === 0) return;
    const more = this.count > this.lines.length ? `, of which the first ${this.lines.length} are shown` : '';
    throw new BadDataError(`the archive has ${this.count} problems${more}; nothing was imported`, this.lines);
  }
}

/** Called with each line that was read, for progress. */
export type OnScanned = (table: string, bytes: number) => void;

/** Reads an archive: its ids first, and whether every record can be loaded. Writes nothing. */
export class ArchiveScan {
  readonly ids = new IdMap();
  private readonly mapper: RecordMapper;

  constructor(
    private readonly folder: string,
    private readonly manifest: Manifest,
    columns: ReadonlyMap<string, Columns>,
  ) {
    this.mapper = new RecordMapper(this.ids, columns);
  }

  /** Ids of every table. @throws BadDataError for ids that come twice, and records without */
  async collectIds(onScanned: OnScanned): Promise<void> {
    const problems = new Problems();
    this.checkTables(problems);
    for (const table of ARCHIVE_TABLES) {
      if (table.owns === undefined && table.points === undefined) continue;
      for await (const line of readLines(tableFile(this.folder, table.name))) {
        onScanned(table.name, line.end);
        try {
          this.collect(table, parseRecord(line.text));
        } catch (error) {
          if (!(error instanceof RecordProblem)) throw error;
          problems.add(recordPlace(table.name, line.number), error.message);
        }
      }
    }
    for (const [space, block] of Object.entries(this.ids.blocks)) {
      for (const id of block.seal()) problems.add(`ids of ${space}`, `${id} is there twice`);
    }
    problems.throwIfAny();
  }

  private checkTables(problems: Problems): void {
    const known = new Set([...ARCHIVE_TABLES.map(({ name }) => name), READ_STATE, FILES]);
    for (const name of Object.keys(this.manifest.tables)) {
      if (!known.has(name)) problems.add('organization.json', `has a table "${name}" that this release does not know`);
    }
    if (this.manifest.tables.realm?.lines !== 1) problems.add('organization.json', 'the table realm has one line');
  }

  private collect({ owns = {}, points = [] }: ArchiveTable, record: Row): void {
    for (const [column, space] of Object.entries(owns)) {
      const id = numberOf(record, column);
      if (!Number.isSafeInteger(id) || id < 1) throw new RecordProblem(`${column} is no id`);
      this.ids.blocks[space].add(id);
    }
    for (const column of points) {
      const id = record[column];
      if (id !== null && id !== undefined) this.ids.blocks.message.addPoint(numberOf(record, column));
    }
  }

  /**
   * Checks every record: columns, types, references, and that no line is missing.
   * @throws BadDataError with the first problems
   */
  async check(onScanned: OnScanned): Promise<void> {
    const problems = new Problems();
    for (const name of [...ARCHIVE_TABLES.map((table) => table.name), READ_STATE, FILES]) {
      const expected = this.manifest.tables[name]?.lines ?? 0;
      let lines = 0;
      for await (const line of readLines(tableFile(this.folder, name))) {
        lines = line.number;
        onScanned(name, line.end);
        try {
          this.checkLine(name, parseRecord(line.text));
        } catch (error) {
          if (!(error instanceof RecordProblem)) throw error;
          problems.add(recordPlace(name, line.number), error.message);
        }
      }
      if (lines !== expected) problems.add(recordPlace(name, lines), `the manifest says ${expected} lines`);
    }
    problems.throwIfAny();
  }

  private checkLine(name: string, record: Row): void {
    if (name === READ_STATE) {
      checkReadState(record, this.ids);
    } else if (name === FILES) {
      readFileRecord(record);
    } else {
      checkRecord(name, record, this.ids);
      this.mapper.map(name, record);
    }
  }
}

function isRangeList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (range) =>
        Array.isArray(range) &&
        range.length === 2 &&
        range.every((id) => Number.isSafeInteger(id) && id >= 0) &&
        range[0] <= range[1],
    )
  );
}

/** @throws RecordProblem */
export function checkReadState(record: Row, ids: IdMap): ReadStateRecord {
  const { user_id: userId, position, unread, read } = record;
  if (typeof userId !== 'number' || !ids.blocks.account.has(userId)) {
    throw new RecordProblem(`user_id ${String(userId)} is not in the archive`);
  }
  if (!Number.isSafeInteger(position) || Number(position) < 0) throw new RecordProblem('position must be a message id');
  if (!isRangeList(unread) || !isRangeList(read)) throw new RecordProblem('unread and read are lists of ranges of ids');
  return { user_id: userId, position: Number(position), unread, read } as ReadStateRecord;
}

/** What a file's key stands for must not lead out of the organization's own folders. @throws RecordProblem */
export function readFileRecord(record: Row): FileRecord {
  const { path, size, sha256 } = record;
  if (typeof path !== 'string' || !/^(uploads|thumbnails|avatars)\/realm\/./.test(path) || !isKey(path)) {
    throw new RecordProblem('path is no key of an organization’s file');
  }
  if (!Number.isSafeInteger(size) || Number(size) < 0) throw new RecordProblem('size must be a number of bytes');
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) throw new RecordProblem('sha256 must be 64 digits');
  return { path, size: Number(size), sha256 };
}
