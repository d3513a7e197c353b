import { VERSION_FIELDS } from '@stoa/contracts/server';
import type { StoredEvent } from '@stoa/contracts/events';
import { Database } from '@stoa/database';

/**
 * The notice for queues that live through an upgrade of the service (organization.md 16). A process that is replaced by
 * one of the same release changes nothing that clients could see, so they hear nothing of it.
 */
export class ReleaseNotice {
  /** Differs between releases that clients distinguish. */
  readonly release = `${VERSION_FIELDS.service_version}/${VERSION_FIELDS.service_feature_level}`;

  constructor(private readonly database: Database) {}

  /** Type to JSON text, without `id`. */
  async events(): Promise<Map<string, string>> {
    const [row] = await this.database.query<{ generation: number }>(
      'server_generation',
      'SELECT floor(extract(epoch FROM pg_postmaster_start_time()))::int8 AS generation',
    );
    const restart: StoredEvent<'restart'> = {
      type: 'restart',
      ...VERSION_FIELDS,
      server_generation: row?.generation ?? 0,
    };
    const reload: StoredEvent<'web_reload_client'> = { type: 'web_reload_client', immediate: false };
    return new Map([restart, reload].map((event) => [event.type, JSON.stringify(event)]));
  }
}
