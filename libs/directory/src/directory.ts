import { Injectable, Optional } from '@nestjs/common';
import { DomainError, UnavailableError } from '@stoa/errors';
import { setKeys } from '@stoa/database';
import { Metrics, meterCache } from '@stoa/observability';
import { BatchedLoader } from './batched-loader';
import { ChannelMembers, RealmChannels, RealmGroups, RealmSettings } from './directory-sets';
import { RealmUsers } from './directory-user';
import { DirectoryRepository, WantedMembers } from './directory.repository';
import { VersionedCache } from './versioned-cache';

const REALMS_KEPT = 500;
const CHANNELS_KEPT = 5_000;
const ATTEMPTS = 5;

/** The sets that a decision read, with their versions: what `message_write` checks under the channel's lock. */
export interface UsedVersions {
  keys: string[];
  versions: number[];
}

/** What one decision may read; remembers which sets it used. */
export class DirectoryView {
  private readonly used = new Map<string, number>();
  private seen: ReadonlyMap<string, number> = new Map();

  constructor(
    readonly realmId: number,
    private readonly directory: Directory,
  ) {}

  async settings(): Promise<RealmSettings> {
    return this.use(setKeys.realmSettings(this.realmId), await this.directory.settings.get(this.realmId));
  }

  async users(): Promise<RealmUsers> {
    return this.use(setKeys.realmUsers(this.realmId), await this.directory.users.get(this.realmId));
  }

  async groups(): Promise<RealmGroups> {
    return this.use(setKeys.realmGroups(this.realmId), await this.directory.groups.get(this.realmId));
  }

  async channels(): Promise<RealmChannels> {
    return this.use(setKeys.realmChannels(this.realmId), await this.directory.channels.get(this.realmId));
  }

  async members(channelId: number): Promise<ChannelMembers> {
    return this.use(setKeys.channel(channelId), await this.directory.members.get(channelId));
  }

  /** Takes a set out of what has to be confirmed: the decision turned out not to rest on it. */
  forget(key: string): void {
    this.used.delete(key);
  }

  versions(): UsedVersions {
    return { keys: [...this.used.keys()], versions: [...this.used.values()] };
  }

  /**
   * Notes versions that sets have in the snapshot of the statement that read, last of all, what the decision is about: what
   * was decided by these versions needs no other confirmation.
   */
  saw(keys: readonly string[], versions: readonly number[]): void {
    this.seen = new Map(keys.map((key, index) => [key, versions[index] ?? 0]));
  }

  /** Versions that were noted, if they are of all sets that the decision used. */
  seenVersions(): ReadonlyMap<string, number> | undefined {
    return [...this.used.keys()].every((key) => this.seen.has(key)) ? this.seen : undefined;
  }

  private use<V extends { version: number }>(key: string, set: V): V {
    this.used.set(key, set.version);
    return set;
  }
}

/**
 * Shared facts (realm settings, users, groups, channels, membership) from in-process copies that are never trusted on
 * age (design.md 6, I11): a refusal is repeated with confirmed copies before it counts, and what a write rests on
 * is confirmed by the write itself, under its locks.
 */
@Injectable()
export class Directory {
  readonly settings: VersionedCache<RealmSettings>;
  readonly users: VersionedCache<RealmUsers>;
  readonly groups: VersionedCache<RealmGroups>;
  readonly channels: VersionedCache<RealmChannels>;
  readonly members: VersionedCache<ChannelMembers>;

  constructor(
    private readonly repository: DirectoryRepository,
    @Optional() metrics?: Metrics,
  ) {
    this.settings = new VersionedCache(REALMS_KEPT, (id) => repository.settings(id), setKeys.realmSettings);
    this.users = new VersionedCache(REALMS_KEPT, (id, old) => repository.users(id, old), setKeys.realmUsers);
    this.groups = new VersionedCache(REALMS_KEPT, (id) => repository.groups(id), setKeys.realmGroups);
    this.channels = new VersionedCache(REALMS_KEPT, (id, old) => repository.channels(id, old), setKeys.realmChannels);
    const members = new BatchedLoader<WantedMembers, ChannelMembers>((wanted) => repository.members(wanted));
    this.members = new VersionedCache(
      CHANNELS_KEPT,
      (channelId, previous) => members.load({ channelId, previous }),
      setKeys.channel,
    );
    if (!metrics) return;
    const caches = ['settings', 'users', 'groups', 'channels', 'members'] as const;
    for (const name of caches) meterCache(metrics, `directory_${name}`, this[name]);
  }

  /** For decisions that a write confirms: an error of `decide` is thrown only if the copies that it used are current. */
  async decide<T>(realmId: number, decide: (view: DirectoryView) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const view = new DirectoryView(realmId, this);
      try {
        return await decide(view);
      } catch (error) {
        if (!(error instanceof DomainError) || (await this.confirm(view))) throw error;
        if (attempt >= ATTEMPTS)
          throw new UnavailableError('membership changes faster than it can be read', { cause: error });
      }
    }
  }

  /** For decisions that nothing else confirms, such as reads: the copies that `decide` used were current afterwards. */
  async decideConfirmed<T>(realmId: number, decide: (view: DirectoryView) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const view = new DirectoryView(realmId, this);
      const outcome = await decide(view).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      );
      if (await this.confirm(view)) {
        if ('error' in outcome) throw outcome.error;
        return outcome.value;
      }
      if (attempt >= ATTEMPTS) throw new UnavailableError('membership changes faster than it can be read');
    }
  }

  /** The version that a set has now; 0 before its first. */
  async versionOf(key: string): Promise<number> {
    return (await this.repository.versions([key])).get(key) ?? 0;
  }

  /** Whether all that the view used is current; what is not is read again. */
  async confirm(view: DirectoryView): Promise<boolean> {
    const { keys, versions } = view.versions();
    const current = view.seenVersions() ?? (await this.repository.versions(keys));
    const stale = keys.filter((key, index) => current.get(key) !== versions[index]);
    await this.refresh(stale, current);
    return stale.length === 0;
  }

  /**
   * Reads sets again, by key: afterwards the copies have everything that was committed before the call.
   * @param atLeast versions that are enough
   */
  async refresh(keys: readonly string[], atLeast: ReadonlyMap<string, number> = new Map()): Promise<void> {
    await Promise.all(
      keys.map(async (key) => {
        const [area, id, set] = key.split(':');
        const cache = area === 'channel' ? this.members : this.realmCache(set);
        await cache.refresh(Number(id), atLeast.get(key));
      }),
    );
  }

  private realmCache(set: string | undefined): { refresh(id: number, atLeast?: number): Promise<unknown> } {
    switch (set) {
      case 'settings':
        return this.settings;
      case 'users':
        return this.users;
      case 'groups':
        return this.groups;
      case 'channels':
        return this.channels;
      default:
        throw new Error(`no such set: ${set ?? ''}`);
    }
  }
}
