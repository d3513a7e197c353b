import { timingSafeEqual } from 'node:crypto';

/**
 * A hash as a text, one character a byte: what it is found and kept by. A buffer would be memory of its own beside the heap,
 * or a part of a larger one, which stays as long as any part of it does.
 */
export function nameOfHash(hash: Buffer): string {
  return hash.toString('latin1');
}

/** What {@link nameOfHash} names. */
export function hashOfName(name: string): Buffer {
  return Buffer.from(name, 'latin1');
}

/** Takes as long however much of them is equal. */
export function isSameHash(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(hashOfName(one), hashOfName(other));
}
