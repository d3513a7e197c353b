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

  /** As the reader's snapshot sees them; none before the installation has made them. */
  async read(reader: Reader): Promise<readonly UserRow[]> {
    this.internalRealmId ??= await this.repository.internalRealmId(reader);
    if (this.internalRealmId === undefined) return [];
    const version = await this.repository.version(reader, setKeys.realmUsers(this.internalRealmId));
    return (await this.sets.at(reader, this.internalRealmId, version)).lists.bots;
  }
}
