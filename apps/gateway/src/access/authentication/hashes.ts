import { timingSafeEqual } from 'node:crypto';

/**
 * A hash to keep with what it stands for. A buffer of 32 bytes is a part of a large one, which stays as long as any part of
 * it does: 2.4 KB for each hash. An array of its own lies in the heap.
 */
export function keptHash(hash: Buffer): Uint8Array {
  return new Uint8Array(hash);
}

/** Takes as long however much of them is equal. */
export function isSameHash(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
