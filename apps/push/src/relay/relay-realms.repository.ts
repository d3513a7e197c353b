import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';
import { realmHost, realmUrl } from '@stoa/policy';
import { PushEnvironment } from '../push.environment';
import type { RelayRealm, UploadedRealm } from './relay-requests';

interface RealmRow extends RowOf<
  'Realm',
  'id' | 'partition' | 'uuid_owner_secret' | 'string_id' | 'name' | 'org_type'
> {
  uuid: string;
  custom_host: string | null;
  date_created: number;
  deactivated: boolean;
}

/** An organization to report to the relay. */
export interface OutdatedRealm {
  realm: RelayRealm;
  /** Version of its settings. */
  version: number;
  uploaded: UploadedRealm;
}

const COLUMNS = `r.id, r.partition, r.uuid::text AS uuid, r.uuid_owner_secret, r.string_id,
  (SELECT min(h.host) FROM realm_host h WHERE h.realm_id = r.id) AS custom_host, r.name, r.org_type,
  floor(extract(epoch FROM r.date_created))::int8 AS date_created, r.deactivated_at IS NOT NULL AS deactivated`;

/** Organizations as they are reported to the relay. */
@Injectable()
export class RelayRealmsRepository {
  constructor(
    private readonly database: Database,
    private readonly environment: PushEnvironment,
  ) {}

  async toUpload(realmIds: readonly number[]): Promise<UploadedRealm[]> {
    const rows = await this.database.query<RealmRow & Record<string, unknown>>(
      'push_realms_to_upload',
      `SELECT ${COLUMNS} FROM realm r WHERE r.id = ANY ($1::int[]) AND NOT r.is_internal ORDER BY r.id`,
      [realmIds],
    );
    return rows.map((row) => this.uploaded(row));
  }

  /**
   * Organizations that were not reported to the relay for a time, or that changed since, the longest first. New ones
   * get that time, too, unless a device makes them known before.
   */
  async outdated(seconds: number, limit: number): Promise<OutdatedRealm[]> {
    const rows = await this.database.query<RealmRow & { version: number } & Record<string, unknown>>(
      'push_outdated_realms',
      `SELECT ${COLUMNS}, COALESCE(v.version, 0) AS version
       FROM realm r LEFT JOIN realm_push_status p ON p.realm_id = r.id
       LEFT JOIN set_version v ON v.key = 'realm:' || r.id || ':settings'
       WHERE NOT r.is_internal AND (COALESCE(p.checked_at, r.date_created) < now() - make_interval(secs => $1)
         OR v.version > p.uploaded_version)
       ORDER BY COALESCE(p.checked_at, r.date_created), r.id LIMIT $2`,
      [seconds, limit],
    );
    return rows.map((row) => ({
      realm: { id: row.id, partition: row.partition, uuid: row.uuid },
      version: row.version,
      uploaded: this.uploaded(row),
    }));
  }

  private uploaded(row: RealmRow): UploadedRealm {
    const address = { stringId: row.string_id, customHost: row.custom_host };
    return {
      id: row.id,
      uuid: row.uuid,
      uuid_owner_secret: row.uuid_owner_secret,
      host: row.custom_host ?? realmHost(row.string_id, this.environment.STOA_EXTERNAL_HOST),
      url: realmUrl(address, this.environment),
      name: row.name,
      org_type: row.org_type,
      date_created: row.date_created,
      deactivated: row.deactivated,
    };
  }
}
