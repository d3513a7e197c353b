import { Injectable } from '@nestjs/common';
import { COPY_LIFE_MS } from '@stoa/redis';
import { ApiKeyStore } from './authentication/api-key-store';
import { FreshCache } from '../fresh-cache';

/** Whose admission is looked at. */
interface Admitted {
  readonly realmId: number;
  /** The version of the organization's access when the client was admitted. */
  readonly accessVersion: number;
}

/**
 * Whether clients that were admitted some time ago still are: as long as nothing has changed who may enter their
 * organization, which PostgreSQL was asked within the last 0.8 s (I10), once for all clients of an organization.
 */
@Injectable()
export class AccessVersions {
  private readonly versions = new FreshCache<number>({ lifeMs: COPY_LIFE_MS });

  constructor(private readonly store: ApiKeyStore) {}

  /** Makes {@link allows} know these organizations. @returns a promise, which never rejects, where that takes time */
  know(realmIds: Iterable<number>): Promise<unknown> | undefined {
    const reads = [...realmIds].flatMap((realmId) => {
      const version = this.versionOf(realmId);
      return version instanceof Promise ? [version] : [];
    });
    return reads.length > 0 ? Promise.allSettled(reads) : undefined;
  }

  /** Whether the client is known to be admitted still; false also if it is not known. */
  allows({ realmId, accessVersion }: Admitted): boolean {
    const version = this.versions.find(String(realmId));
    return typeof version === 'number' && version <= accessVersion;
  }

  /** Whether nothing has changed. @throws UnavailableError if PostgreSQL cannot be asked */
  async confirms({ realmId, accessVersion }: Admitted): Promise<boolean> {
    return (await this.versionOf(realmId)) <= accessVersion;
  }

  private versionOf(realmId: number): number | Promise<number> {
    return this.versions.get(String(realmId), () => this.store.accessVersion(realmId));
  }
}
