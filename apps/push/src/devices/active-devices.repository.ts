import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';
import type { PushKeyOwner } from '../rules/crypto/push-keyring';
import type { E2eeAddress } from '../rules/payloads/facts';

/** A registration that encrypted notifications can be sent to, in either form. */
export interface ActiveDevice {
  /** Names its row among those of both tables, also in the nonces of what is sent to it. */
  rowId: number | string;
  tokenKind: 'apns' | 'fcm';
  sealedPushKey: Buffer;
  keyOwner: PushKeyOwner;
  address: E2eeAddress;
  /** Of a client's device: the registration that was read, as {@link CLIENT_REGISTRATION} has it. */
  registeredAt: string | null;
}

/** The columns of {@link ACTIVE_DEVICES}. Of each pair one is null: the first for a client's device, else the second. */
export interface ActiveDeviceRow {
  row_id: number;
  token_kind: 'apns' | 'fcm';
  push_account_id: string | null;
  relay_device_id: number | null;
  token_id: string | null;
  push_key_id: number | null;
  registered_at: string | null;
}

/** Microseconds since the epoch: names one registration of a client's device `c`; registering anew makes another. */
export const CLIENT_REGISTRATION = '(extract(epoch FROM c.push_token_updated_at) * 1000000)::int8::text';

/** Active registrations of the account `a`. */
export const ACTIVE_DEVICES = `
  SELECT d.id AS row_id, d.token_kind, d.push_key, d.push_account_id::text AS push_account_id,
    d.bouncer_device_id AS relay_device_id, NULL::text AS token_id, NULL::int8 AS push_key_id,
    NULL::text AS registered_at
  FROM push_device d WHERE d.user_id = a.id AND d.bouncer_device_id IS NOT NULL AND d.error_code IS NULL
  UNION ALL
  SELECT c.id, c.token_kind, c.push_key, NULL, NULL, c.push_token_id, c.push_key_id, ${CLIENT_REGISTRATION}
  FROM client_device c WHERE c.user_id = a.id AND c.push_token_id IS NOT NULL AND c.push_key IS NOT NULL`;

/** Which registrations; neither id: all. */
export interface ChosenDevices {
  /** int64 in decimal. */
  pushAccountId: string | null;
  clientDeviceId: number | null;
}

@Injectable()
export class ActiveDevicesRepository {
  constructor(private readonly database: Database) {}

  async find(userId: number, { pushAccountId, clientDeviceId }: ChosenDevices): Promise<ActiveDevice[]> {
    const rows = await this.database.query<ActiveDeviceRow & RowOf<'PushDevice', 'push_key'> & Record<string, unknown>>(
      'push_active_devices',
      `SELECT x.row_id, x.token_kind, x.push_key, x.push_account_id, x.relay_device_id, x.token_id, x.push_key_id,
         x.registered_at
       FROM account a CROSS JOIN LATERAL (${ACTIVE_DEVICES}) x
       WHERE a.id = $1 AND ($2::text IS NULL OR x.push_account_id = $2::text)
         AND ($3::int8 IS NULL OR x.token_id IS NOT NULL AND x.row_id = $3::int8)
       ORDER BY x.token_id IS NOT NULL, x.row_id`,
      [userId, pushAccountId, clientDeviceId],
    );
    return rows.map((row) => activeDevice(userId, row, row.push_key));
  }
}

/** @throws Error for a row of neither form */
export function activeDevice(userId: number, row: ActiveDeviceRow, sealedPushKey: Buffer): ActiveDevice {
  const { row_id, token_kind: tokenKind, registered_at: registeredAt } = row;
  const { push_account_id, relay_device_id, token_id, push_key_id } = row;
  if (token_id !== null && push_key_id !== null) {
    return {
      ...{ tokenKind, sealedPushKey, registeredAt },
      rowId: `device:${row_id}`,
      keyOwner: { userId, clientDeviceId: row_id },
      address: { form: 'device', tokenId: token_id, pushKeyId: push_key_id },
    };
  }
  if (push_account_id === null || relay_device_id === null) throw new Error(`device ${row_id} cannot be addressed`);
  const pushAccountId = BigInt(push_account_id);
  return {
    ...{ tokenKind, sealedPushKey, registeredAt },
    rowId: row_id,
    keyOwner: { userId, pushAccountId },
    address: { form: 'account', relayDeviceId: relay_device_id, pushAccountId },
  };
}
