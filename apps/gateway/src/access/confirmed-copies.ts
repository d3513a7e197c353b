import { setKeys } from '@stoa/database';
import { COPY_LIFE_MS, type SharedVersions } from '@stoa/redis';
import { FreshCache } from '../fresh-cache';

/** What was read of one organization, together with the version that `realm:ID:access` had in the same statement. */
export interface AccessCopy {
  accessVersion: number;
}

export interface CopyOptions {
  /**
   * Reads the version that `realm:ID:access` has now. With it, a copy of that version is as good as one that was read when the
   * version was: copies of an organization are renewed together, by one statement. Only for what nothing else changes.
   */
  versionOf?: (realmId: number) => Promise<number>;
}

/**
 * Of a copy that is renewed: what is changed by an operator's SQL, which gives no new version, shows after this. Clients poll
 * and report once a minute: a copy that did not outlast that would be read again by each of them.
 */
const RENEWED_FOR_MS = 5 * 60_000;

/**
 * What the edge knows of callers and organizations, read or compared with its version in the last 0.8 s. A copy decides only
 * what {@link confirm} says yes to, after the request has come: a write that was answered before is never missed
 * (docs/build/copies.md). What was not found is not kept.
 */
export class ConfirmedCopies<V extends AccessCopy> {
  private readonly copies: FreshCache<V | undefined>;
  private readonly access = new FreshCache<number>({ lifeMs: COPY_LIFE_MS });
  /** Copies that turned out to be outdated, or could not be confirmed. */
  refreshes = 0;

  constructor(
    private readonly versions: SharedVersions,
    private readonly realmIdOf: (copy: V) => number,
    private readonly options: CopyOptions = {},
  ) {
    this.copies = new FreshCache<V | undefined>({
      lifeMs: options.versionOf ? RENEWED_FOR_MS : COPY_LIFE_MS,
      isKept: (value) => value !== undefined,
    });
  }

  get hits(): number {
    return this.copies.hits;
  }

  get misses(): number {
    return this.copies.misses;
  }

  /** What is known without reading it, perhaps outdated; undefined also where a read under way fails. */
  find(key: string): V | undefined | Promise<V | undefined> {
    const found = this.copies.find(key);
    if (!(found instanceof Promise)) return this.renewed(found);
    return found.then(
      (copy) => this.renewed(copy),
      () => undefined,
    );
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

  /** The copy, if its version was the newest within the last 0.8 s, or is newer: then it was read since. */
  private renewed(copy: V | undefined): V | undefined | Promise<V | undefined> {
    const { versionOf } = this.options;
    if (copy === undefined || !versionOf) return copy;
    const realmId = this.realmIdOf(copy);
    const version = this.access.get(String(realmId), () => versionOf(realmId));
    const isOf = (newest: number) => (newest <= copy.accessVersion ? copy : undefined);
    return version instanceof Promise ? version.then(isOf, () => undefined) : isOf(version);
  }

  private setOf(copy: V): string {
    return setKeys.realmAccess(this.realmIdOf(copy));
  }
}
