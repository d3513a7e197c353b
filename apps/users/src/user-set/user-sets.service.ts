import { Injectable } from '@nestjs/common';
import { Database, setKeys } from '@stoa/database';
import { SnapshotCache } from '../snapshot-cache';
import { UserSet } from './user-set';
import { Reader, UserSetsRepository } from './user-sets.repository';

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
  ) {}

  /**
   * The set as the reader's snapshot sees it.
   * @param version of `realm:ID:users` in that snapshot
   */
  at(reader: Reader, realmId: number, version: number): Promise<UserSet> {
    return this.cache.get(realmId, version, async (previous) => {
      const changed = await this.repository.changedAfter(reader, realmId, previous?.version ?? NOTHING_YET);
      return previous ? previous.after(changed.version, changed.rows) : UserSet.of(changed.version, changed.rows);
    });
  }

  /** The set as it is now: one small statement if the copy at hand is current. */
  async current(realmId: number): Promise<UserSet> {
    return this.locked(this.database, realmId);
  }

  /** The set in a writing transaction; under the realm's lock nobody changes the accounts meanwhile. */
  async locked(reader: Reader, realmId: number): Promise<UserSet> {
    return this.at(reader, realmId, await this.repository.version(reader, setKeys.realmUsers(realmId)));
  }
}
