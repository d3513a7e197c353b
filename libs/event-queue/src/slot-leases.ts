import type { RedisLink } from './redis-link';
import { asNumber } from './reply';
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

export interface LeaseChanges {
  readonly acquired: readonly Slot[];
  /** Given up, or taken because this replica was silent for too long. */
  readonly lost: readonly Slot[];
}

/**
 * Shares the slots evenly among replicas. A lease only saves work: two owners of a slot do no harm (design.md I3). Each
 * replica takes free slots up to its fair share and gives up what is above it, spreading every partition (its realms)
 * over the replicas.
 */
export class SlotLeases {
  private readonly heldSlots = new Map<string, Slot>();
  private announced = 1;

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
    return this.announced;
  }

  /** Announces the replica, renews what it holds, gives up the surplus and takes free slots. Call it every ttl / 3. */
  async tick(): Promise<LeaseChanges> {
    const { replicaId, slots, ttlMs } = this.options;
    const replicas = asNumber(await this.link.run(scripts.announceReplica, [this.keys.replicas], [replicaId, ttlMs]));
    this.announced = Math.max(1, replicas);
    const share = Math.ceil(slots.length / this.announced);
    const lost = [...(await this.renew()), ...(await this.releaseSurplus(share))];
    return { acquired: await this.acquireUpTo(share), lost };
  }

  /** Gives everything up and leaves; for an orderly stop. */
  async release(): Promise<void> {
    const { replicaId } = this.options;
    const held = this.held;
    this.heldSlots.clear();
    await this.link.run(scripts.announceReplica, [this.keys.replicas], [replicaId, 0]);
    await Promise.all(held.map((slot) => this.drop(slot)));
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
    return others.filter((_, index) => holders[index] === null);
  }

  private heldByPartition(): Map<number, number> {
    const counts = new Map<number, number>();
    for (const slot of this.heldSlots.values()) counts.set(slot.partition, (counts.get(slot.partition) ?? 0) + 1);
    return counts;
  }

  private async take(slot: Slot): Promise<boolean> {
    const { replicaId, ttlMs } = this.options;
    return asNumber(await this.link.run(scripts.takeLease, [this.keys.of(slot).lease], [replicaId, ttlMs])) === 1;
  }

  private async drop(slot: Slot): Promise<void> {
    await this.link.run(scripts.dropLease, [this.keys.of(slot).lease], [this.options.replicaId]);
  }
}
