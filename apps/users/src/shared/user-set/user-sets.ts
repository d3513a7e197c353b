import { Injectable, Optional } from '@nestjs/common';
import { Database, setKeys } from '@stoa/database';
import { Metrics, meterCache } from '@stoa/observability';
import type { Reader } from '@stoa/read-state-store';
import { SnapshotCache } from '../state/snapshot-cache';
import { UserSet } from './user-set';
import { UserSetsRepository } from './user-sets.repository';

const REALMS_KEPT = 200;
/** Rows get a version of at least 1 before their commit; 0 is only seen by the transaction that is still creating them. */
const NOTHING_YET = 0;

/** The accounts of realms as exact copies with their encoded forms: users are by far the largest part of many answers. */
@Injectable()
export class UserSets {
  private readonly cache = new SnapshotCache<UserSet>(REALMS_KEPT);

  constructor(
    private readonly repository: UserSetsRepository,
    private readonly database: Database,
    @Optional() metrics?: Metrics,
  ) {
    if (metrics) meterCache(metrics, 'register_users', this.cache);
  }

  /**
   * The set as the reader's snapshot sees it.
   * @param version of `realm:ID:users` in that snapshot
   */
  at(reader: Reader, realmId: number, version: number): Promise<UserSet> {
    return this.cache.get(realmId, version, async (previous) => {
      const rows = await this.repository.changedAfter(reader, realmId, previous?.version ?? NOTHING_YET);
      return previous ? previous.after(version, rows) : UserSet.of(version, rows);
    });
  }

  /** The set as it is now: one small statement if the copy at hand is current. */
  async current(realmId: number): Promise<UserSet> {
    const version = await this.repository.version(this.database, setKeys.realmUsers(realmId));
    return this.cache.find(realmId, version) ?? this.database.snapshotRead((reader) => this.locked(reader, realmId));
  }

  /** The set in a snapshot, or in a writing transaction that holds the realm's lock. */
  async locked(reader: Reader, realmId: number): Promise<UserSet> {
    return this.at(reader, realmId, await this.repository.version(reader, setKeys.realmUsers(realmId)));
  }
}
