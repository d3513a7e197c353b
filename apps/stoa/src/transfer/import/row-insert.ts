import type { WriteTransaction } from '@stoa/database';
import { Row } from './record-mapper';

/** Inserts rows of one table; columns that rows lack get the table's defaults. */
export async function insertRows(tx: WriteTransaction, table: string, rows: readonly Row[]): Promise<void> {
  const bySignature = new Map<string, Row[]>();
  for (const row of rows) {
    const signature = Object.keys(row).sort().join(', ');
    const alike = bySignature.get(signature);
    if (alike) alike.push(row);
    else bySignature.set(signature, [row]);
  }
  for (const [columns, alike] of bySignature) {
    await tx.query(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
      [JSON.stringify(alike)],
    );
  }
}
