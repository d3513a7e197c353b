import type { RedisLink } from './redis-link';
import { asList, asNumber, asTexts } from './reply';
import { scripts } from './scripts';
import { Slot, slotName } from './slot';
import type { KeySpace } from './slot-keys';

export interface SlotLeasesOptions {
  /** Unique among all running replicas, and new at every start. */
  readonly replicaId: string;
  /** Every slot that the replicas share. */
  readonly slots: readonly Slot[];
  /** Time (ms) after which a silent replica's slots are free; tick at least three times in it. */
  readonly ttlMs: number;
}

/**
 * The leases last so many times longer than a replica may be silent: what frees them is that their holder is not alive. So a
 * tick that changes nothing asks Redis once, however many slots there are.
 */
const TIMES_LONGER = 10;
/** They are renewed when a third of that has passed. */
const RENEWED_AFTER = TIMES_LONGER / 3;

export interface LeaseChanges {
  readonly acquired: readonly Slot[];
  /** Given up, or taken because this replica was silent for too long. */
  readonly lost: readonly Slot[];
  /** Redis did not know this replica: it is new, was silent for too long, or Redis has lost what it had. */
  readonly wasUnknown: boolean;
}

/**
 * Shares the slots evenly among replicas. A lease only saves work: two owners of a slot do no harm (design.md I3). Each
 * replica takes free slots up to its fair share and gives up what is above it, spreading every partition (its realms)
 * over the replicas.
 */
export class SlotLeases {
  private readonly heldSlots = new Map<string, Slot>();
  private alive: readonly string[] = [];
  private renewedAt = -Infinity;
  /** A beat came too late, and no tick knows of it yet. */
  private wasSilent = false;

  constructor(
    private readonly link: RedisLink,
    private readonly keys: KeySpace,
    private readonly options: SlotLeasesOptions,
  ) {}

  get held(): Slot[] {
    return [...this.heldSlots.values()];
  }

  /** How many replicas there were at the last tick, this one included. */
  get replicas(): number {
    return Math.max(1, this.alive.length);
  }

  /**
   * Announces the replica and does nothing else: for whoever is busy for longer than a third of the ttl between two
   * {@link tick}s, so that the others do not take its slots meanwhile.
   */
  async beat(): Promise<void> {
    if (!(await this.announce(this.options.ttlMs))) this.wasSilent = true;
  }

  /**
   * Announces the replica, renews what it holds if that is due or others may have taken it, gives up the surplus and takes
   * free slots. Call it every ttl / 3.
   */
  async tick(): Promise<LeaseChanges> {
    const wasAlive = (await this.announce(this.options.ttlMs)) && !this.wasSilent;
    this.wasSilent = false;
    // Who took slots of a replica that was silent may still be at it: they are looked at again by the next tick.
    const isDue = performance.now() - this.renewedAt >= this.options.ttlMs * RENEWED_AFTER;
    const lost = isDue || !wasAlive ? await this.renew() : [];
    this.renewedAt = wasAlive ? (isDue ? performance.now() : this.renewedAt) : -Infinity;
    const share = Math.ceil(this.options.slots.length / this.replicas);
    lost.push(...(await this.releaseSurplus(share)));
    return { acquired: await this.acquireUpTo(share), lost, wasUnknown: !wasAlive };
  }

  /** Gives everything up and leaves; for an orderly stop. */
  async release(): Promise<void> {
    const held = this.held;
    this.heldSlots.clear();
    await this.announce(0);
    await Promise.all(held.map((slot) => this.drop(slot)));
  }

  /** @param ttlMs 0 = it leaves @returns whether Redis knew this replica as alive */
  private async announce(ttlMs: number): Promise<boolean> {
    const { replicaId } = this.options;
    const reply = asList(await this.link.run(scripts.announceReplica, [this.keys.replicas], [replicaId, ttlMs]));
    this.alive = asTexts(reply[1]);
    return asNumber(reply[0]) === 1;
  }

  private async renew(): Promise<Slot[]> {
    const held = this.held;
    const kept = await Promise.all(held.map((slot) => this.take(slot)));
    const lost = held.filter((_, index) => !kept[index]);
    for (const slot of lost) this.heldSlots.delete(slotName(slot));
    return lost;
  }

  private async releaseSurplus(share: number): Promise<Slot[]> {
    const surplus: Slot[] = [];
    while (this.heldSlots.size > share) {
      const counts = this.heldByPartition();
      const slot = this.held.reduce((best, next) =>
        (counts.get(next.partition) ?? 0) > (counts.get(best.partition) ?? 0) ? next : best,
      );
      this.heldSlots.delete(slotName(slot));
      surplus.push(slot);
    }
    await Promise.all(surplus.map((slot) => this.drop(slot)));
    return surplus;
  }

  private async acquireUpTo(share: number): Promise<Slot[]> {
    const acquired: Slot[] = [];
    if (this.heldSlots.size >= share) return acquired;
    const free = await this.freeSlots();
    while (free.length > 0 && this.heldSlots.size < share) {
      const slot = this.takeNext(free);
      if (!(await this.take(slot))) continue;
      this.heldSlots.set(slotName(slot), slot);
      acquired.push(slot);
    }
    return acquired;
  }

  /** Removes and returns a slot of the partition that this replica has least of; where to begin differs by chance. */
  private takeNext(free: Slot[]): Slot {
    const counts = this.heldByPartition();
    let best = Math.floor(Math.random() * free.length);
    for (const [index, slot] of free.entries()) {
      const current = free[best];
      if (current && (counts.get(slot.partition) ?? 0) < (counts.get(current.partition) ?? 0)) best = index;
    }
    const [slot] = free.splice(best, 1);
    if (!slot) throw new RangeError('no slot is free');
    return slot;
  }

  private async freeSlots(): Promise<Slot[]> {
    const others = this.options.slots.filter((slot) => !this.heldSlots.has(slotName(slot)));
    const read = (slot: Slot) => this.link.plain('lease', (client) => client.get(this.keys.of(slot).lease));
    const holders = await Promise.all(others.map(read));
    const alive = new Set<string | null | undefined>(this.alive);
    return others.filter((_, index) => !alive.has(holders[index]));
  }

  private heldByPartition(): Map<number, number> {
    const counts = new Map<number, number>();
    for (const slot of this.heldSlots.values()) counts.set(slot.partition, (counts.get(slot.partition) ?? 0) + 1);
    return counts;
  }

  private async take(slot: Slot): Promise<boolean> {
    const { replicaId, ttlMs } = this.options;
    const args = [replicaId, ttlMs * TIMES_LONGER, ...this.alive];
    return asNumber(await this.link.run(scripts.takeLease, [this.keys.of(slot).lease], args)) === 1;
  }

  private async drop(slot: Slot): Promise<void> {
    await this.link.run(scripts.dropLease, [this.keys.of(slot).lease], [this.options.replicaId]);
  }
}
