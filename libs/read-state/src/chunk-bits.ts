/** Message ids per chunk row: 512 bytes, small enough to stay in its table row. */
export const CHUNK_SIZE = 4096;
const CHUNK_BYTES = CHUNK_SIZE / 8;

export function chunkOf(messageId: number): number {
  return Math.floor(messageId / CHUNK_SIZE);
}

export function firstIdOf(chunk: number): number {
  return chunk * CHUNK_SIZE;
}

/** The bits of one chunk, in the order of PostgreSQL's `bit(4096)`: offset 0 is the highest bit of the first byte. */
export class ChunkBits {
  constructor(readonly bytes: Uint8Array = new Uint8Array(CHUNK_BYTES)) {
    if (bytes.length !== CHUNK_BYTES) throw new RangeError(`a chunk has ${CHUNK_BYTES} bytes, not ${bytes.length}`);
  }

  has(messageId: number): boolean {
    const offset = messageId % CHUNK_SIZE;
    return ((this.bytes[offset >> 3] ?? 0) & (0x80 >> (offset & 7))) !== 0;
  }

  set(messageId: number, value: boolean): void {
    const offset = messageId % CHUNK_SIZE;
    const byte = this.bytes[offset >> 3] ?? 0;
    const mask = 0x80 >> (offset & 7);
    this.bytes[offset >> 3] = value ? byte | mask : byte & ~mask;
  }

  isEmpty(): boolean {
    return this.bytes.every((byte) => byte === 0);
  }

  /** Ids of the set bits, ascending. */
  ids(chunk: number): number[] {
    const ids: number[] = [];
    const first = firstIdOf(chunk);
    for (let index = 0; index < CHUNK_BYTES; index += 1) {
      let byte = this.bytes[index] ?? 0;
      while (byte !== 0) {
        const bit = Math.clz32(byte) - 24;
        ids.push(first + index * 8 + bit);
        byte &= ~(0x80 >> bit);
      }
    }
    return ids;
  }
}
