const BASE = 0xe000;

/** Encodes an index below 2^24 as two private-use characters, which no rule of the markup matches. */
export function encodeCharacterPair(index: number): string {
  return String.fromCharCode(BASE + (index >> 12), BASE + (index & 0xfff));
}

/** The reverse of {@link encodeCharacterPair}. */
export function decodeCharacterPair(high: string, low: string): number {
  return ((high.charCodeAt(0) - BASE) << 12) + (low.charCodeAt(0) - BASE);
}
