import { Injectable } from '@nestjs/common';

const ID_BYTES = 4;

/** Active subscribers of a channel at one version of `channel:ID`. Immutable. */
export class SubscriberList {
  private encodedText: string | undefined;
  private encodedBytes: Buffer | undefined;

  constructor(
    readonly version: number,
    /** Ascending. */
    readonly userIds: Int32Array,
  ) {}

  /** @param ids of four bytes each, big endian, in any order */
  static parse(version: number, ids: Buffer, inactiveIds: ReadonlySet<number>): SubscriberList {
    const all = new Int32Array(ids.length / ID_BYTES);
    for (let index = 0; index < all.length; index++) all[index] = ids.readInt32BE(index * ID_BYTES);
    const active = inactiveIds.size === 0 ? all : all.filter((userId) => !inactiveIds.has(userId));
    return new SubscriberList(version, active.sort());
  }

  get count(): number {
    return this.userIds.length;
  }

  /** Ids joined by commas; for lists that are not shared. */
  get text(): string {
    return (this.encodedText ??= this.userIds.join());
  }

  /** The same in bytes; for lists that are. */
  get bytes(): Buffer {
    return (this.encodedBytes ??= Buffer.from(this.userIds.join(), 'latin1'));
  }

  after(version: number, changes: ReadonlyMap<number, boolean>): SubscriberList {
    if (changes.size === 0) return new SubscriberList(version, this.userIds);
    const added = [...changes].filter(([, isSubscribed]) => isSubscribed).map(([userId]) => userId);
    const kept = this.userIds.filter((userId) => !changes.has(userId));
    return new SubscriberList(version, Int32Array.from([...kept, ...added]).sort());
  }
}

const CHANNELS_KEPT = 20_000;

/** What `partial` leaves of the subscriber lists of large channels: kept for a while, as it depends on the time. */
interface ActivePart {
  readonly madeAt: number;
  /** Names this part among all that any process ever made. */
  readonly name: string;
  readonly userIds: ReadonlySet<number>;
  readonly lists: Map<string, Buffer>;
}

const ACTIVE_PART_LIFE_MS = 10 * 60_000;

/** Encoded subscriber lists, by exact version of the channel. */
@Injectable()
export class SubscriberLists {
  private readonly lists = new Map<number, SubscriberList>();
  private readonly activeParts = new Map<number, ActivePart>();

  /** The list at hand, of any version. */
  get(channelId: number): SubscriberList | undefined {
    return this.lists.get(channelId);
  }

  keep(channelId: number, list: SubscriberList): void {
    this.lists.delete(channelId);
    this.lists.set(channelId, list);
    if (this.lists.size <= CHANNELS_KEPT) return;
    const [leastRecent] = this.lists.keys();
    if (leastRecent !== undefined) this.lists.delete(leastRecent);
  }

  /** Users that partial lists name, if they were worked out lately. */
  activePart(realmId: number, nowMs: number): ActivePart | undefined {
    const part = this.activeParts.get(realmId);
    return part && nowMs - part.madeAt < ACTIVE_PART_LIFE_MS ? part : undefined;
  }

  keepActivePart(realmId: number, userIds: ReadonlySet<number>, nowMs: number, name: string): ActivePart {
    const part: ActivePart = { madeAt: nowMs, name, userIds, lists: new Map() };
    this.activeParts.set(realmId, part);
    return part;
  }
}

export type { ActivePart };

/** Subscribers of a large channel who are bots or were active lately (realtime.md 1.1). */
export function partialList(part: ActivePart, channelId: number, list: SubscriberList): Buffer {
  const key = `${channelId}@${list.version}`;
  const known = part.lists.get(key);
  if (known) return known;
  const bytes = Buffer.from(list.userIds.filter((userId) => part.userIds.has(userId)).join());
  part.lists.set(key, bytes);
  return bytes;
}
