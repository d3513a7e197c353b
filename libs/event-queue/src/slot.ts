/** Slots per partition: a user's slot is a hash of the user id, so changing this number would lose queues. */
const SLOTS_PER_PARTITION = 16;

/** A shard of the event queues: one partition of the change log and one sixteenth of its users. */
export interface Slot {
  readonly partition: number;
  /** 0 to 15. */
  readonly number: number;
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** The slot of all queues of a user: FNV-1a over the decimal digits of the id, modulo 16. */
export function slotOf(partition: number, userId: number): Slot {
  let hash = FNV_OFFSET;
  const text = String(userId);
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  }
  return { partition, number: (hash >>> 0) % SLOTS_PER_PARTITION };
}

/** The Redis hash tag of a slot without braces, for example `p0s13`; also a handy map key. */
export function slotName(slot: Slot): string {
  return `p${slot.partition}s${slot.number}`;
}

export function slotsOfPartition(partition: number): Slot[] {
  return Array.from({ length: SLOTS_PER_PARTITION }, (_, number) => ({ partition, number }));
}

/** All slots of partitions 0 to `partitions` − 1, in order. */
export function allSlots(partitions: number): Slot[] {
  return Array.from({ length: partitions }, (_, partition) => slotsOfPartition(partition)).flat();
}
