/** Changing one of these would lose the queues that are there. */
const SLOTS_PER_PARTITION = 16;
/**
 * Neighbours share a slot, as they were mostly made together, for one organization: a change for ten of them is one append
 * with one copy of its text, not ten (docs/decisions/103-neighbours-share-a-slot.md).
 */
const USERS_PER_BLOCK = 64;

/** A shard of the event queues: one partition of the change log and one sixteenth of its users. */
export interface Slot {
  readonly partition: number;
  /** 0 to 15. */
  readonly number: number;
}

/** The slot of all queues of a user: blocks of 64 neighbouring ids take turns. */
export function slotOf(partition: number, userId: number): Slot {
  return { partition, number: Math.floor(userId / USERS_PER_BLOCK) % SLOTS_PER_PARTITION };
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
