import { Injectable } from '@nestjs/common';

/** Active subscribers of a channel at one version of `channel:ID`. */
export interface SubscriberList {
  readonly version: number;
  readonly count: number;
  /** Ids ascending, joined by commas. */
  readonly bytes: Buffer;
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

  get(channelId: number, version: number): SubscriberList | undefined {
    const list = this.lists.get(channelId);
    return list?.version === version ? list : undefined;
  }

  /** The newest version wins: a registration with an older snapshot uses its list once. */
  keep(channelId: number, list: SubscriberList): void {
    const kept = this.lists.get(channelId);
    if (kept && kept.version > list.version) return;
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
  const ids = list.bytes.toString('latin1').split(',');
  const bytes = Buffer.from(ids.filter((id) => part.userIds.has(Number(id))).join(','));
  part.lists.set(key, bytes);
  return bytes;
}
