import { Slot, slotName } from './slot';

/** Names of the Redis keys of one slot; all share its hash tag, so a cluster keeps them on one server. */
export class SlotKeys {
  /** The nine keys that every script of the slot gets first, in the order of scripts/common.lua. */
  readonly fixed: readonly string[];
  readonly version: string;
  readonly dead: string;
  readonly bodies: string;
  readonly lease: string;
  private readonly listPrefix: string;

  constructor(prefix: string, slot: Slot) {
    const base = `${prefix}{${slotName(slot)}}:`;
    const names = ['meta', 'states', 'queues', 'changes', 'snapshots', 'dead', 'bodies', 'counts', 'owners'];
    this.fixed = names.map((name) => base + name);
    this.version = `${base}meta`;
    this.dead = `${base}dead`;
    this.bodies = `${base}bodies`;
    this.lease = `${base}lease`;
    this.listPrefix = `${base}q:`;
  }

  /** The event list of a queue; does not exist while the queue is empty. */
  list(queueId: string): string {
    return this.listPrefix + queueId;
  }

  /** Length of the UTF-8 text before the queue id in a list's key. */
  get listPrefixLength(): number {
    return Buffer.byteLength(this.listPrefix);
  }
}

/** Makes each slot's {@link SlotKeys} once. */
export class KeySpace {
  private readonly slots = new Map<number, SlotKeys>();

  constructor(readonly prefix: string) {}

  of(slot: Slot): SlotKeys {
    const index = slot.partition * 1024 + slot.number;
    let keys = this.slots.get(index);
    if (!keys) {
      keys = new SlotKeys(this.prefix, slot);
      this.slots.set(index, keys);
    }
    return keys;
  }

  /** Sorted set of the replicas that share the slots. */
  get replicas(): string {
    return `${this.prefix}replicas`;
  }
}
