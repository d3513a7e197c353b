import type { WriteTransaction } from '@stoa/database';
import { Columns } from './column-catalog';
import { Row, numberOf } from './record-mapper';
import { insertRows } from './row-insert';

/** Sets that caches read by version: a row that is as old as the set before it existed would never be read. */
const VERSIONED: ReadonlySet<string> = new Set(['account', 'user_group', 'channel', 'subscription']);
export const FIRST_VERSION = 1;
const CHANNEL = 1;
const DIRECT = 2;

function recipients(realmId: number, rows: readonly Row[], kind: number): Row[] {
  return rows.map((row) => ({ id: row.recipient_id, realm_id: realmId, kind }));
}

/** Writes prepared rows of one table, and the rows of other tables that follow from them. */
export async function loadRows(
  tx: WriteTransaction,
  table: string,
  prepared: readonly Row[],
  columns: Columns,
): Promise<void> {
  if (prepared.length === 0) return;
  const { realmId } = tx;
  const added = {
    ...(columns.has('realm_id') ? { realm_id: realmId } : {}),
    ...(VERSIONED.has(table) ? { version: FIRST_VERSION } : {}),
  };
  const rows = prepared.map((row) => ({ ...row, ...added }));
  switch (table) {
    case 'channel':
      await insertRows(tx, 'recipient', recipients(realmId, rows, CHANNEL));
      return insertRows(tx, table, rows);
    case 'direct_conversation': {
      await insertRows(tx, 'recipient', recipients(realmId, rows, DIRECT));
      await insertRows(tx, table, rows);
      const participants = rows.flatMap((row: Row) =>
        (Array.isArray(row.user_ids) ? row.user_ids : []).map((id) => ({
          recipient_id: row.recipient_id,
          user_id: id,
        })),
      );
      return insertRows(tx, 'direct_conversation_participant', participants);
    }
    case 'attachment': {
      await insertRows(
        tx,
        table,
        rows.map(({ message_ids: _messages, ...row }: Row) => row),
      );
      const references = rows.flatMap((row: Row) =>
        (Array.isArray(row.message_ids) ? row.message_ids : []).map((id) => ({
          attachment_id: numberOf(row, 'id'),
          message_id: id,
        })),
      );
      return insertRows(tx, 'attachment_reference', references);
    }
    default:
      return insertRows(tx, table, rows);
  }
}
