import { setKeys } from '@stoa/database';
import { COPY_LIFE_MS, type SharedVersions } from '@stoa/redis';
import { FreshCache } from '../fresh-cache';

/** What was read of one organization, together with the version that `realm:ID:access` had in the same statement. */
export interface AccessCopy {
  accessVersion: number;
}

/**
 * What the edge knows of callers and organizations, of the last 0.8 s. A copy decides only what {@link confirm} says yes to,
 * after the request has come: a write that was answered before is never missed (docs/build/copies.md). What was not found
 * is not kept.
 */
export class ConfirmedCopies<V extends AccessCopy> {
  private readonly copies = new FreshCache<V | undefined>({
    lifeMs: COPY_LIFE_MS,
    isKept: (value) => value !== undefined,
  });
  /** Copies that turned out to be outdated, or could not be confirmed. */
  refreshes = 0;

  constructor(
    private readonly versions: SharedVersions,
    private readonly realmIdOf: (copy: V) => number,
  ) {}

  get hits(): number {
    return this.copies.hits;
  }

  get misses(): number {
    return this.copies.misses;
  }

  /** What is known without asking, perhaps outdated; undefined also where a read under way fails. */
  find(key: string): V | undefined | Promise<V | undefined> {
    const found = this.copies.find(key);
    return found instanceof Promise ? found.catch(() => undefined) : found;
  }

  /** Whether nothing that was answered before this call has changed what the copy says. Never rejects. */
  async confirm(copy: V): Promise<boolean> {
    const state = await this.versions.stateOf(this.setOf(copy), copy.accessVersion);
    if (state === 'current') return true;
    this.refreshes++;
    return false;
  }

  /** What there is now. */
  read(key: string, read: () => Promise<V | undefined>): Promise<V | undefined> {
    return this.copies.read(key, async () => {
      const value = await read();
      if (value) void this.versions.remember(this.setOf(value), value.accessVersion);
      return value;
    });
  }

  private setOf(copy: V): string {
    return setKeys.realmAccess(this.realmIdOf(copy));
  }
}
