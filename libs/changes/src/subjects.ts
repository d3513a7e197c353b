/** Partitions of the change log; a realm's partition is fixed at its creation. */
export const PARTITIONS: readonly number[] = [0, 1, 2, 3];

/** A hint that rows of the partition were committed; the body is empty. Sent by every writer, heard by every relay. */
export function pokeSubject(partition: number): string {
  return `stoa.poke.${partition}`;
}

/** Numbered changes and beats of the partition, in the framing of `framing.ts`. Sent by relays, heard by consumers. */
export function changesSubject(partition: number): string {
  return `stoa.changes.${partition}`;
}
