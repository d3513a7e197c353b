import { randomUUID } from 'node:crypto';
import { Injectable, Optional } from '@nestjs/common';
import { type SnapshotReader, isContinued } from '@stoa/database';
import { Metrics, meterCache } from '@stoa/observability';
import { Breather } from '../shared/state/breathe';
import { SnapshotCache } from '../shared/state/snapshot-cache';
import { UserSet } from '../shared/user-set/user-set';
import { ChannelBlockCache, type ChannelBlocks, type ChannelText } from './state/channel-blocks';
import { ChannelSet } from './state/channel-set';
import { ConfiguredLists } from './state/configured-lists';
import { GroupSet } from './state/group-set';
import { RegisterChannelsRepository } from './register-channels.repository';
import { ConfiguredRow, GroupRow } from './state/register-rows';
import { ActivePart, SubscriberList, SubscriberLists } from './state/subscriber-lists';

const REALMS_KEPT = 200;
/** Rows get a version of at least 1 before their commit. */
const NOTHING_YET = 0;

/** Subscribers of one statement's channels together, about: their ids are parsed in one go. */
const SUBSCRIBERS_AT_ONCE = 50_000;

/** Which subscriber lists are asked for, all as one snapshot sees them. */
export interface SubscriberQuery {
  /** Versions of `channel:ID`, by channel. */
  versions: ReadonlyMap<number, number>;
  /** How many subscribers channels have, about. */
  counts: ReadonlyMap<number, number>;
  users: UserSet;
}

/** Channels, groups and members of realms as exact copies: what a registration would else read and encode each time. */
@Injectable()
export class RegisterSets {
  private readonly channelSets = new SnapshotCache<ChannelSet>(REALMS_KEPT);
  private readonly groupSets = new SnapshotCache<GroupSet>(REALMS_KEPT);
  private readonly configuredLists = new SnapshotCache<ConfiguredLists>(REALMS_KEPT);
  private readonly blocks = new ChannelBlockCache();

  constructor(
    private readonly repository: RegisterChannelsRepository,
    private readonly lists: SubscriberLists,
    @Optional() metrics?: Metrics,
  ) {
    if (!metrics) return;
    meterCache(metrics, 'register_channels', this.channelSets);
    meterCache(metrics, 'register_groups', this.groupSets);
    meterCache(metrics, 'register_configured', this.configuredLists);
  }

  /** @param version of `realm:ID:channels` in the reader's snapshot */
  channels(reader: SnapshotReader, realmId: number, version: number): Promise<ChannelSet> {
    return this.channelSets.get(realmId, version, async (previous) => {
      const rows = await this.repository.changedChannels(reader, realmId, previous?.version ?? NOTHING_YET);
      return (previous ?? new ChannelSet(NOTHING_YET, new Map())).after(version, rows);
    });
  }

  /**
   * @param version of `realm:ID:settings` in the reader's snapshot
   * @param read reads the lists in that snapshot
   */
  configured(realmId: number, version: number, read: () => Promise<ConfiguredRow>): Promise<ConfiguredLists> {
    return this.configuredLists.get(realmId, version, async () => new ConfiguredLists(version, await read()));
  }

  /** @param texts of all channels of the realm, in the order of their names */
  channelBlocks(realmId: number, texts: readonly ChannelText[]): Promise<ChannelBlocks> {
    return this.blocks.arrange(realmId, texts);
  }

  /**
   * @param version of `realm:ID:groups` in the reader's snapshot
   * @param users of the same snapshot: member lists name active ones only
   */
  async groups(reader: SnapshotReader, realmId: number, version: number, users: UserSet): Promise<GroupSet> {
    const { activityVersion } = users;
    const isUsable = (set: GroupSet | undefined): set is GroupSet => set?.activityVersion === activityVersion;
    const load = async (previous: GroupSet | undefined): Promise<GroupSet> => {
      const base = isUsable(previous) ? previous : undefined;
      const rows = await this.repository.changedGroups(reader, realmId, base?.version ?? NOTHING_YET);
      const { inactiveIds } = users.lists;
      const active = rows.map((row) => withoutInactive(row, inactiveIds));
      return base ? base.after(version, active) : GroupSet.of(version, activityVersion, active);
    };
    const set = await this.groupSets.get(realmId, version, load);
    return isUsable(set) ? set : this.groupSets.replace(realmId, await load(undefined));
  }

  async subscribers(
    reader: SnapshotReader,
    { versions, counts, users }: SubscriberQuery,
  ): Promise<Map<number, SubscriberList>> {
    const found = new Map<number, SubscriberList>();
    const unknown: number[] = [];
    const outdated = new Map<number, number>();
    for (const [channelId, version] of versions) {
      const list = this.lists.get(channelId);
      if (list?.version === version) found.set(channelId, list);
      else if (list && isContinued(list.version, version)) outdated.set(channelId, list.version);
      else unknown.push(channelId);
    }
    const made = new Map<number, SubscriberList>([
      ...(unknown.length > 0 ? await this.wholeLists(reader, unknown, { versions, counts, users }) : []),
      ...(outdated.size > 0 ? await this.changedLists(reader, outdated, versions) : []),
    ]);
    for (const [channelId, list] of made) {
      this.lists.keep(channelId, list);
      found.set(channelId, list);
    }
    return found;
  }

  private async wholeLists(
    reader: SnapshotReader,
    channelIds: readonly number[],
    { versions, counts, users }: SubscriberQuery,
  ): Promise<[number, SubscriberList][]> {
    const { inactiveIds } = users.lists;
    const breather = new Breather();
    const lists: [number, SubscriberList][] = [];
    for (const part of partsOf(channelIds, counts)) {
      const subscribers = await this.repository.subscribers(reader, part);
      for (const channelId of part) {
        const ids = subscribers.get(channelId) ?? Buffer.alloc(0);
        lists.push([channelId, SubscriberList.parse(versions.get(channelId) ?? NOTHING_YET, ids, inactiveIds)]);
        const pause = breather.pause();
        if (pause) await pause;
      }
    }
    return lists;
  }

  private async changedLists(
    reader: SnapshotReader,
    outdated: ReadonlyMap<number, number>,
    versions: ReadonlyMap<number, number>,
  ): Promise<[number, SubscriberList][]> {
    const changes = new Map<number, Map<number, boolean>>();
    for (const row of await this.repository.changedSubscribers(reader, outdated)) {
      const ofChannel = changes.get(row.channel_id) ?? new Map<number, boolean>();
      changes.set(row.channel_id, ofChannel.set(row.user_id, row.is_subscribed));
    }
    return [...outdated.keys()].flatMap((channelId): [number, SubscriberList][] => {
      const list = this.lists.get(channelId);
      const version = versions.get(channelId) ?? NOTHING_YET;
      return list ? [[channelId, list.after(version, changes.get(channelId) ?? new Map())]] : [];
    });
  }

  /** The users in partial subscriber lists: bots, and users who were connected lately. Worked out every ten minutes. */
  async activePart(reader: SnapshotReader, realmId: number, users: UserSet, nowMs: number): Promise<ActivePart> {
    const known = this.lists.activePart(realmId, nowMs);
    if (known) return known;
    const userIds = new Set(await this.repository.recentlyActive(reader, realmId));
    for (const bot of users.lists.bots) userIds.add(bot.id);
    return this.lists.keepActivePart(realmId, userIds, nowMs, randomUUID());
  }
}

/** Channels whose lists are read together. */
function partsOf(channelIds: readonly number[], counts: ReadonlyMap<number, number>): number[][] {
  const parts: number[][] = [];
  let room = 0;
  for (const channelId of channelIds) {
    const count = counts.get(channelId) ?? 0;
    if (parts.length === 0 || count > room) {
      parts.push([]);
      room = SUBSCRIBERS_AT_ONCE;
    }
    parts.at(-1)?.push(channelId);
    room -= count;
  }
  return parts;
}

/** Deactivated accounts keep their memberships, and are not shown. */
function withoutInactive(row: GroupRow, inactiveIds: ReadonlySet<number>): GroupRow {
  if (inactiveIds.size === 0 || row.members === null) return row;
  const active = row.members.split(',').filter((id) => !inactiveIds.has(Number(id)));
  return { ...row, members: active.join() };
}
