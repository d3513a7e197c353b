import { Injectable } from '@nestjs/common';
import { Database } from '@stoa/database';
import type { RelayUser } from '../relay/relay-requests';

/** Whose devices they are, as relay and payloads name them. */
export interface DeviceOwner extends RelayUser {
  /** `default_language` */
  language: string;
  realmName: string;
}

interface OwnerRow extends Record<string, unknown> {
  language: string;
  uuid: string;
  realm_id: number;
  partition: number;
  realm_uuid: string;
  realm_name: string;
}

@Injectable()
export class OwnersRepository {
  constructor(private readonly database: Database) {}

  /** @throws Error if there is no such account */
  async owner(userId: number): Promise<DeviceOwner> {
    const [row] = await this.database.query<OwnerRow>(
      'push_device_owner',
      `SELECT a.uuid::text AS uuid, a.default_language AS language, r.id AS realm_id, r.partition, r.uuid::text AS realm_uuid, r.name AS realm_name
       FROM account a JOIN realm r ON r.id = a.realm_id WHERE a.id = $1`,
      [userId],
    );
    if (!row) throw new Error(`there is no account ${userId}`);
    return {
      id: userId,
      uuid: row.uuid,
      language: row.language,
      realm: { id: row.realm_id, partition: row.partition, uuid: row.realm_uuid },
      realmName: row.realm_name,
    };
  }
}
