import { Database, WriteTransaction } from '@stoa/database';
import type { FileStore } from '@stoa/storage';
import { recordPlace, tableFile } from '../archive/layout';
import { readLines } from '../archive/record-reader';
import { FILES, READ_STATE } from '../archive/tables';
import { BadDataError } from '../../base/command-line/failures';
import { checkReadState, readFileRecord } from './archive-scan';
import { Batch, inBatches } from './batches';
import { ByteProgress } from './byte-progress';
import { Columns } from './column-catalog';
import { importFile } from './file-import';
import { IdMap } from './id-map';
import { ImportState, ImportStateRepository } from './import-state.repository';
import { readRows } from '../archive/read-bits';
import { insertReadState } from './read-state-import';
import { RecordProblem, Row, parseRecord } from './record-mapper';
import { StagePreparation } from './stage-preparation';
import { loadRows } from './table-loader';

/** Of a batch: what one transaction writes, and what is in memory at a time (twice). */
const BATCH = { lines: 1_000, characters: 4 * 1024 * 1024 };
const FILES_AT_ONCE = 8;

export interface StageTools {
  folder: string;
  files(): FileStore;
  ids: IdMap;
  columns: ReadonlyMap<string, Columns>;
  preparation: StagePreparation;
  progress: ByteProgress;
}

/** Loads the tables of an archive one after the other, from where the import's state says. */
export class StageLoader {
  constructor(
    private readonly database: Database,
    private readonly states: ImportStateRepository,
    private readonly tools: StageTools,
  ) {}

  /** @throws BadDataError, RefusedError */
  async run(state: ImportState, stages: readonly string[]): Promise<void> {
    const current = { ...state };
    const first = Math.max(0, stages.indexOf(state.stage));
    for (const [index, table] of stages.slice(first).entries()) {
      const from = index === 0 ? { lines: state.lines, bytes: state.bytes } : { lines: 0, bytes: 0 };
      if (state.stage === '' || index > 0) Object.assign(from, { lines: 0, bytes: 0 });
      await this.loadTable(table, current, from);
    }
  }

  /** Prepares a batch while the one before is being written. */
  private async loadTable(table: string, current: ImportState, from: { lines: number; bytes: number }): Promise<void> {
    const limits = table === FILES ? { ...BATCH, lines: FILES_AT_ONCE } : BATCH;
    let written: Promise<void> = Promise.resolve();
    for await (const batch of inBatches(readLines(tableFile(this.tools.folder, table), from), limits)) {
      let write: (tx: WriteTransaction) => Promise<void>;
      try {
        write = await this.prepare(table, batch, current.realmId, written);
      } catch (error) {
        await written;
        throw error;
      }
      await written;
      written = this.write(current, { stage: table, ...batch.end }, write);
      // Awaited in the next round: a failure must not count as unhandled until then.
      written.catch(() => undefined);
    }
    await written;
  }

  private async write(
    current: ImportState,
    to: { stage: string; lines: number; bytes: number },
    write: (tx: WriteTransaction) => Promise<void>,
  ): Promise<void> {
    const { realmId, partition } = current;
    await this.database.write({ realmId, partition }, [], async (tx) => {
      await write(tx);
      await this.states.advance(tx, current, to);
    });
    Object.assign(current, to);
    this.tools.progress.at(to.stage, to.bytes, `${to.stage} ${to.lines.toLocaleString('en')}`);
  }

  /** @returns what writes the batch */
  private async prepare(
    table: string,
    batch: Batch,
    realmId: number,
    loaded: Promise<void>,
  ): Promise<(tx: WriteTransaction) => Promise<void>> {
    const { preparation, columns } = this.tools;
    switch (table) {
      case READ_STATE: {
        const states = batch.lines.map((line) => this.readState(line.number, parseRecord(line.text)));
        return (tx) => insertReadState(tx, states);
      }
      case FILES:
        await Promise.all(batch.lines.map((line) => this.file(parseRecord(line.text), realmId)));
        return () => Promise.resolve();
      default: {
        const rows = await preparation.rows(table, batch.lines, loaded);
        return (tx) => loadRows(tx, table, rows, columns.get(table) ?? new Map());
      }
    }
  }

  private readState(line: number, record: Row) {
    const { ids } = this.tools;
    try {
      const state = checkReadState(record, ids);
      const userId = ids.newId('account', state.user_id);
      if (userId === undefined) throw new RecordProblem(`user_id ${state.user_id} is not in the archive`);
      return { userId, ...readRows(state, ids.blocks.message) };
    } catch (error) {
      if (!(error instanceof RecordProblem)) throw error;
      throw new BadDataError(`${recordPlace(READ_STATE, line)}: ${error.message}`);
    }
  }

  private file(record: Row, realmId: number): Promise<void> {
    return importFile(this.tools.files(), this.tools.folder, readFileRecord(record), realmId);
  }
}
