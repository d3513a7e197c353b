/** Partitions of the change log; a realm's partition is fixed at its creation. */
export const PARTITIONS: readonly number[] = [0, 1, 2, 3];

/** Body of a poke by a relay that gave up its lease: others may try to take it at once. */
export const LEASE_IS_FREE: Uint8Array = Buffer.from('free');

/** A hint that rows of the partition were committed: an empty body. Sent by every writer, heard by every relay. */
export function pokeSubject(partition: number): string {
  return `stoa.poke.${partition}`;
}

/** Numbered changes and beats of the partition, in the framing of `framing.ts`. Sent by relays, heard by consumers. */
export function changesSubject(partition: number): string {
  return `stoa.changes.${partition}`;
}

/** Events that are no changes (ephemeral.ts). Sent by services, heard by consumers; at most once. */
export function ephemeralSubject(partition: number): string {
  return `stoa.ephemeral.${partition}`;
}

/** Announces that keys of an organization were revoked: its id as JSON; a hint like all others. */
export const KEYS_REVOKED_SUBJECT = 'stoa.keys-revoked';
