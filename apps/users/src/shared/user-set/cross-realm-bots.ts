import { Injectable } from '@nestjs/common';
import { setKeys } from '@stoa/database';
import type { Reader } from '@stoa/read-state-store';
import { UserRow } from '@stoa/wire-objects';
import { UserSetsRepository } from './user-sets.repository';
import { UserSets } from './user-sets';

/** The system bots: accounts of the internal organization, which never changes its id. */
@Injectable()
export class CrossRealmBots {
  private internalRealmId: number | undefined;

  constructor(
    private readonly sets: UserSets,
    private readonly repository: UserSetsRepository,
  ) {}

  /** Key of the set that they belong to; undefined before the installation has made them. */
  async setKey(reader: Reader): Promise<string | undefined> {
    this.internalRealmId ??= await this.repository.internalRealmId(reader);
    return this.internalRealmId === undefined ? undefined : setKeys.realmUsers(this.internalRealmId);
  }

  /**
   * As the reader's snapshot sees them; none before the installation has made them.
   * @param versions of sets in that snapshot, with the one of {@link setKey}
   */
  async read(reader: Reader, versions: Readonly<Record<string, number>>): Promise<readonly UserRow[]> {
    const key = await this.setKey(reader);
    if (this.internalRealmId === undefined || key === undefined) return [];
    return (await this.sets.at(reader, this.internalRealmId, versions[key] ?? 0)).lists.bots;
  }
}
