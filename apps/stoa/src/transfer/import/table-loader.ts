import type { WriteTransaction } from '@stoa/database';
import { Columns } from './column-catalog';
import { Row, numberOf } from './record-mapper';
import { insertRows } from './row-insert';

/** Sets that caches read by version: a row that is as old as the set before it existed would never be read. */
const VERSIONED: ReadonlySet<string> = new Set(['account', 'user_group', 'channel', 'subscription']);
const FIRST_VERSION = 1;
const CHANNEL = 1;
const DIRECT = 2;

function recipients(realmId: number, rows: readonly Row[], kind: number): Row[] {
  return rows.map((row) => ({ id: row.recipient_id, realm_id: realmId, kind }));
}

async function writeConversations(tx: WriteTransaction, rows: readonly Row[]): Promise<void> {
  await insertRows(tx, 'recipient', recipients(tx.realmId, rows, DIRECT));
  await insertRows(tx, 'direct_conversation', rows);
  const participants = rows.flatMap((row) =>
    listOf(row.user_ids).map((id) => ({ recipient_id: row.recipient_id, user_id: id })),
  );
  await insertRows(tx, 'direct_conversation_participant', participants);
}

async function writeAttachments(tx: WriteTransaction, rows: readonly Row[]): Promise<void> {
  await insertRows(
    tx,
    'attachment',
    rows.map(({ message_ids: _messages, ...row }) => row),
  );
  const references = rows.flatMap((row) =>
    listOf(row.message_ids).map((id) => ({ attachment_id: numberOf(row, 'id'), message_id: id })),
  );
  await insertRows(tx, 'attachment_reference', references);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
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
  const rows: Row[] = prepared.map((row) => ({ ...row, ...added }));
  switch (table) {
    case 'channel':
      await insertRows(tx, 'recipient', recipients(realmId, rows, CHANNEL));
      return insertRows(tx, table, rows);
    case 'direct_conversation':
      return writeConversations(tx, rows);
    case 'attachment':
      return writeAttachments(tx, rows);
    default:
      return insertRows(tx, table, rows);
  }
}
