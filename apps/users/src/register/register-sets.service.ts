import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { SnapshotReader } from '@stoa/database';
import { SnapshotCache } from '../snapshot-cache';
import { UserSet } from '../user-set/user-set';
import { ChannelSet } from './channel-set';
import { GroupSet } from './group-set';
import { RegisterChannelsRepository } from './register-channels.repository';
import { ActivePart, SubscriberList, SubscriberLists } from './subscriber-lists';

const REALMS_KEPT = 200;
/** Rows get a version of at least 1 before their commit. */
const NOTHING_YET = 0;

/** Channels, groups and members of realms as exact copies: what a registration would else read and encode each time. */
@Injectable()
export class RegisterSets {
  private readonly channelSets = new SnapshotCache<ChannelSet>(REALMS_KEPT);
  private readonly groupSets = new SnapshotCache<GroupSet>(REALMS_KEPT);

  constructor(
    private readonly repository: RegisterChannelsRepository,
    private readonly lists: SubscriberLists,
  ) {}

  /** @param version of `realm:ID:channels` in the reader's snapshot */
  channels(reader: SnapshotReader, realmId: number, version: number): Promise<ChannelSet> {
    return this.channelSets.get(realmId, version, async (previous) => {
      const rows = await this.repository.changedChannels(reader, realmId, previous?.version ?? NOTHING_YET);
      return (previous ?? new ChannelSet(NOTHING_YET, new Map())).after(version, rows);
    });
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
      return base ? base.after(version, rows) : GroupSet.of(version, activityVersion, rows);
    };
    const set = await this.groupSets.get(realmId, version, load);
    return isUsable(set) ? set : this.groupSets.replace(realmId, await load(undefined));
  }

  /** @param versions of `channel:ID` in the reader's snapshot, by channel */
  async subscribers(
    reader: SnapshotReader,
    versions: ReadonlyMap<number, number>,
  ): Promise<Map<number, SubscriberList>> {
    const found = new Map<number, SubscriberList>();
    const missing = new Map<number, number>();
    for (const [channelId, version] of versions) {
      const list = this.lists.get(channelId, version);
      if (list) found.set(channelId, list);
      else missing.set(channelId, version);
    }
    if (missing.size === 0) return found;
    for (const [channelId, list] of await this.repository.subscribers(reader, missing)) {
      this.lists.keep(channelId, list);
      found.set(channelId, list);
    }
    return found;
  }

  /** Whom partial subscriber lists name: bots, and who was connected lately. Worked out every ten minutes. */
  async activePart(reader: SnapshotReader, realmId: number, users: UserSet, nowMs: number): Promise<ActivePart> {
    const known = this.lists.activePart(realmId, nowMs);
    if (known) return known;
    const userIds = new Set(await this.repository.recentlyActive(reader, realmId));
    for (const user of users) if (user.isBot) userIds.add(user.id);
    return this.lists.keepActivePart(realmId, userIds, nowMs, randomUUID());
  }
}
