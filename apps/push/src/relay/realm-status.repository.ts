import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';

/** Whether an organization may push. */
export interface RealmPushStatus {
  isEnabled: boolean;
  /** Unix seconds; null is without end. */
  endsAt: number | null;
}

interface StatusRow extends Record<string, unknown> {
  is_enabled: boolean;
  ends_at: number | null;
}

const COLUMNS = 'push_notifications_enabled AS is_enabled, push_notifications_enabled_end_timestamp AS ends_at';
/** As long as the relay has said nothing. */
const UNKNOWN: RealmPushStatus = { isEnabled: false, endsAt: null };

@Injectable()
export class RealmStatusRepository {
  constructor(private readonly database: Database) {}

  async find(realmId: number): Promise<RealmPushStatus> {
    const [row] = await this.database.query<StatusRow>(
      'push_realm_status',
      `SELECT ${COLUMNS} FROM realm_push_status WHERE realm_id = $1`,
      [realmId],
    );
    return statusOf(row);
  }

  /** For the writer, who holds the organization's lock. */
  async current(tx: WriteTransaction): Promise<RealmPushStatus> {
    const [row] = await tx.query<StatusRow>(`SELECT ${COLUMNS} FROM realm_push_status WHERE realm_id = $1`, [
      tx.realmId,
    ]);
    return statusOf(row);
  }

  async store(tx: WriteTransaction, { isEnabled, endsAt }: RealmPushStatus): Promise<void> {
    await tx.query(
      `INSERT INTO realm_push_status
         (realm_id, push_notifications_enabled, push_notifications_enabled_end_timestamp) VALUES ($1, $2, $3)
       ON CONFLICT (realm_id) DO UPDATE SET push_notifications_enabled = excluded.push_notifications_enabled,
         push_notifications_enabled_end_timestamp = excluded.push_notifications_enabled_end_timestamp`,
      [tx.realmId, isEnabled, endsAt],
    );
  }

  /** Remembers that these organizations were reported to the relay now, in these versions of their settings. */
  async markChecked(realms: readonly { realmId: number; version: number }[]): Promise<void> {
    await this.database.query(
      'push_realms_checked',
      `INSERT INTO realm_push_status (realm_id, uploaded_version)
       SELECT * FROM unnest($1::int[], $2::int8[])
       ON CONFLICT (realm_id) DO UPDATE SET checked_at = now(), uploaded_version = excluded.uploaded_version`,
      [realms.map(({ realmId }) => realmId), realms.map(({ version }) => version)],
    );
  }

  /** Everybody who gets the changes of the organization. */
  async activeUserIds(tx: WriteTransaction): Promise<number[]> {
    const rows = await tx.query<RowOf<'Account', 'id'>>('SELECT id FROM account WHERE realm_id = $1 AND is_active', [
      tx.realmId,
    ]);
    return rows.map(({ id }) => id);
  }
}

function statusOf(row: StatusRow | undefined): RealmPushStatus {
  return row ? { isEnabled: row.is_enabled, endsAt: row.ends_at } : UNKNOWN;
}
