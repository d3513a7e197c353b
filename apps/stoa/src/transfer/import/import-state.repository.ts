import { setTimeout as pause } from 'node:timers/promises';
import { Database, PARTITIONS, RowOf, WriteTransaction, errorCode } from '@stoa/database';
import { ID_SPACES, IdSpace } from '../archive/tables';
import { RefusedError } from '../../base/command-line/failures';
import { IdMap } from './id-map';

/** Where an import stands. */
export interface ImportState extends RowOf<
  'OrganizationImport',
  'key' | 'realmId' | 'partition' | 'subdomain' | 'bytes'
> {
  /** First id of each block. */
  firstIds: Partial<Record<IdSpace, number>>;
  /** The table that is being loaded; '' before the first. */
  stage: string;
  /** Lines and bytes of its file that are done. */
  lines: number;
  isFinished: boolean;
}

const LOCK_NOT_AVAILABLE = '55P03';
const DRAW_ATTEMPTS = 200;
const COLUMNS = `key, realm_id AS "realmId", partition, subdomain, first_ids AS "firstIds", stage, lines, bytes,
  finished_at IS NOT NULL AS "isFinished"`;

export class ImportStateRepository {
  constructor(private readonly database: Database) {}

  async find(key: string): Promise<ImportState | undefined> {
    const [row] = await this.database.query<ImportState & Record<string, unknown>>(
      'import_find',
      `SELECT ${COLUMNS} FROM organization_import WHERE key = $1`,
      [key],
    );
    return row;
  }

  async isTaken(subdomain: string): Promise<boolean> {
    const rows = await this.database.query('import_subdomain', 'SELECT FROM realm WHERE string_id = $1', [subdomain]);
    return rows.length > 0;
  }

  /** Draws the ids of everything that the archive has. What a broken-off call has drawn stays unused. */
  async begin(input: { key: string; subdomain: string; archiveId: string }, ids: IdMap): Promise<ImportState> {
    const realmId = await this.drawBlock('realm', 1);
    const firstIds: Partial<Record<IdSpace, number>> = {};
    for (const space of ID_SPACES) {
      const { size } = ids.blocks[space];
      if (size > 0) firstIds[space] = await this.drawBlock(space, size);
    }
    await this.database.query(
      'import_begin',
      `INSERT INTO organization_import (key, realm_id, partition, subdomain, archive_id, first_ids)
       VALUES ($1, $2, $3, $4, $5, $6::jsonb) ON CONFLICT (key) DO NOTHING`,
      [input.key, realmId, realmId % PARTITIONS, input.subdomain, input.archiveId, JSON.stringify(firstIds)],
    );
    const state = await this.find(input.key);
    if (!state) throw new Error('an import that has begun is known');
    return state;
  }

  private async drawBlock(table: string, count: number): Promise<number> {
    for (let attempt = 1; ; attempt++) {
      try {
        const [row] = await this.database.query<{ first: number }>(
          'import_draw',
          'SELECT draw_id_block($1::regclass, $2) AS first',
          [`${table}_id_seq`, count],
        );
        return row?.first ?? 0;
      } catch (error) {
        // Transactions under way hold the sequence; they are short, and must not queue behind this wish for long.
        if (errorCode(error) !== LOCK_NOT_AVAILABLE || attempt >= DRAW_ATTEMPTS) throw error;
        await pause(50 + Math.random() * 100);
      }
    }
  }

  /**
   * Moves the place up to which the import has come, in the transaction that has written what lies before.
   * @throws RefusedError if it is not where this process left it: another one runs the same import
   */
  async advance(
    tx: WriteTransaction,
    { key, ...from }: Pick<ImportState, 'key' | 'stage' | 'lines'>,
    to: Pick<ImportState, 'stage' | 'lines' | 'bytes'>,
  ): Promise<void> {
    const moved = await tx.query(
      `UPDATE organization_import SET stage = $4, lines = $5, bytes = $6
       WHERE key = $1 AND stage = $2 AND lines = $3 AND finished_at IS NULL RETURNING key`,
      [key, from.stage, from.lines, to.stage, to.lines, to.bytes],
    );
    if (moved.length === 0) throw new RefusedError('another process is running the same import; this one ends');
  }

  async finish(tx: WriteTransaction, key: string): Promise<void> {
    const rows = await tx.query(
      'UPDATE organization_import SET finished_at = now() WHERE key = $1 AND finished_at IS NULL RETURNING key',
      [key],
    );
    if (rows.length === 0) throw new RefusedError('another process has finished the same import');
  }
}
