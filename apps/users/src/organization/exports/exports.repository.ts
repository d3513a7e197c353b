import { Injectable } from '@nestjs/common';
import type { NumberedExport } from '@stoa/contracts/organization';
import { Database, RowOf, WriteTransaction } from '@stoa/database';

/** An export as it is stored; moments in Unix seconds. */
export interface ExportRow extends RowOf<'RealmExport', 'id' | 'acting_user_id' | 'export_type'> {
  export_time: number;
  completed: number | null;
  failed: number | null;
  deleted: number | null;
  export_path: string;
}

/** An export that nobody works on, or nobody any more. */
export interface OpenExport
  extends
    RowOf<'RealmExport', 'id' | 'realmId' | 'actingUserId' | 'exportType' | 'attempts'>,
    RowOf<'Realm', 'partition' | 'stringId'> {
  customHost: string | null;
  exportPath: string;
}

const seconds = (column: string): string => `extract(epoch FROM ${column})::float8`;
const ROW = `id, acting_user_id, ${seconds('requested_at')} AS export_time, ${seconds('completed_at')} AS completed,
  ${seconds('failed_at')} AS failed, ${seconds('deleted_at')} AS deleted, export_type, export_path`;
const UNFINISHED = 'completed_at IS NULL AND failed_at IS NULL AND deleted_at IS NULL';
/** The worker of an export renews its claim much more often. */
const ABANDONED = `(claimed_at IS NULL OR claimed_at < now() - interval '1 minute')`;

/** Whether somebody lets private data be exported, and who sees the address. */
interface Consent extends RowOf<'Account', 'email_address_visibility'> {
  user_id: number;
  consented: boolean;
}

@Injectable()
export class ExportsRepository {
  constructor(private readonly database: Database) {}

  list(realmId: number): Promise<ExportRow[]> {
    return this.database.query<ExportRow & Record<string, unknown>>(
      'exports_list',
      `SELECT ${ROW} FROM realm_export WHERE realm_id = $1 ORDER BY id`,
      [realmId],
    );
  }

  /** As the transaction sees them. */
  listWithin(tx: WriteTransaction): Promise<ExportRow[]> {
    return tx.query<ExportRow & Record<string, unknown>>(
      `SELECT ${ROW} FROM realm_export WHERE realm_id = $1 ORDER BY id`,
      [tx.realmId],
    );
  }

  /** How much was exported lately, and how much there is to export; of messages no more than the limit are counted. */
  async extent(
    tx: WriteTransaction,
    mostMessages: number,
  ): Promise<{ recentExports: number; messages: number; uploadedBytes: number }> {
    const [row] = await tx.query<{ recentExports: number; messages: number; uploadedBytes: number }>(
      `SELECT (SELECT count(*)::int FROM realm_export WHERE realm_id = $1 AND requested_at > now() - interval '7 days')
           AS "recentExports",
         (SELECT count(*)::int FROM (SELECT FROM message WHERE realm_id = $1 LIMIT $2::int + 1) m) AS messages,
         COALESCE((SELECT used::float8 FROM upload_space WHERE realm_id = $1), 0) AS "uploadedBytes"`,
      [tx.realmId, mostMessages],
    );
    if (!row) throw new Error('a statement that always gives one row gave none');
    return row;
  }

  async insert(tx: WriteTransaction, userId: number, exportType: number, exportPath: string): Promise<number> {
    const [row] = await tx.query<RowOf<'RealmExport', 'id'>>(
      `INSERT INTO realm_export (realm_id, acting_user_id, export_type, export_path) VALUES ($1, $2, $3, $4)
       RETURNING id`,
      [tx.realmId, userId, exportType, exportPath],
    );
    if (!row) throw new Error('an inserted row is returned');
    return row.id;
  }

  async find(tx: WriteTransaction, id: number): Promise<ExportRow | undefined> {
    const [row] = await tx.query<ExportRow & Record<string, unknown>>(
      `SELECT ${ROW} FROM realm_export WHERE realm_id = $1 AND id = $2::bigint FOR UPDATE`,
      [tx.realmId, id],
    );
    return row;
  }

  async markDeleted(tx: WriteTransaction, id: number): Promise<void> {
    await tx.query('UPDATE realm_export SET deleted_at = now() WHERE id = $1', [id]);
  }

  /** Active humans, and whether each lets private data be exported. */
  consents(realmId: number): Promise<Consent[]> {
    return this.database.query<Consent>(
      'exports_consents',
      `SELECT id AS user_id, allow_private_data_export AS consented, email_address_visibility FROM account
       WHERE realm_id = $1 AND is_active AND NOT is_bot ORDER BY id`,
      [realmId],
    );
  }

  async next(): Promise<OpenExport | undefined> {
    const [row] = await this.database.query<OpenExport & Record<string, unknown>>(
      'exports_next',
      `SELECT e.id, e.realm_id AS "realmId", r.partition, r.string_id AS "stringId", e.export_path AS "exportPath",
         (SELECT min(h.host) FROM realm_host h WHERE h.realm_id = r.id) AS "customHost",
         e.acting_user_id AS "actingUserId", e.export_type AS "exportType", e.attempts
       FROM realm_export e JOIN realm r ON r.id = e.realm_id WHERE ${UNFINISHED} AND ${ABANDONED}
       ORDER BY e.id LIMIT 1`,
    );
    return row;
  }

  /** @returns false if another replica was faster */
  async claim(tx: WriteTransaction, id: number, claim: string): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE realm_export SET claim = $2, claimed_at = now(), attempts = attempts + 1
       WHERE id = $1 AND ${UNFINISHED} AND ${ABANDONED} RETURNING id`,
      [id, claim],
    );
    return rows.length > 0;
  }

  async renew(tx: WriteTransaction, id: number, claim: string): Promise<void> {
    await tx.query('UPDATE realm_export SET claimed_at = now() WHERE id = $1 AND claim = $2', [id, claim]);
  }

  /** Only the holder of the claim ends the export. @returns whether it did */
  async finish(tx: WriteTransaction, id: number, claim: string, hasFailed: boolean): Promise<boolean> {
    const column = hasFailed ? 'failed_at' : 'completed_at';
    const rows = await tx.query(
      `UPDATE realm_export SET ${column} = now() WHERE id = $1 AND claim = $2 AND ${UNFINISHED} RETURNING id`,
      [id, claim],
    );
    return rows.length > 0;
  }
}

/** @param realmUrl where the archive is fetched */
export function exportObject(row: ExportRow, realmUrl: string): NumberedExport {
  const isThere = row.completed !== null && row.deleted === null;
  return {
    id: row.id,
    acting_user_id: row.acting_user_id,
    export_time: row.export_time,
    deleted_timestamp: row.deleted,
    failed_timestamp: row.failed,
    export_url: isThere ? `${realmUrl}/${row.export_path}` : null,
    pending: row.completed === null && row.failed === null && row.deleted === null,
    export_type: row.export_type,
    export_from_prior_server: false,
  };
}
