import { CHUNK_SIZE, ChunkBits, chunkOf } from './chunk-bits';

/**
 * Which messages one user has read: a position, and bits of the ids around it. At or above the position a set bit
 * means read, below it unread; a chunk without a row has none set. It says nothing about what the user received.
 */
export class ReadSet {
  private readonly chunks = new Map<number, ChunkBits>();
  private firstUnsettled: number;

  constructor(position = 0, chunks: Iterable<[number, ChunkBits]> = []) {
    assertBoundary(position);
    this.firstUnsettled = position;
    for (const [chunk, bits] of chunks) this.chunks.set(chunk, bits);
  }

  /** A message id, the first of its chunk. */
  get position(): number {
    return this.firstUnsettled;
  }

  /** Rows that exist; none of them is empty. */
  get chunkCount(): number {
    return this.chunks.size;
  }

  isRead(messageId: number): boolean {
    const isSet = this.chunks.get(chunkOf(messageId))?.has(messageId) ?? false;
    return messageId >= this.firstUnsettled ? isSet : !isSet;
  }

  mark(messageIds: Iterable<number>, read: boolean): void {
    for (const id of messageIds) this.setBit(id, id >= this.firstUnsettled ? read : !read);
  }

  /**
   * Moves the position over settled chunks (every id below it was drawn, and its transaction has ended).
   *
   * @param unreadIds what the user received and has not read between the old position and the new
   */
  advance(position: number, unreadIds: Iterable<number>): void {
    assertBoundary(position);
    if (position <= this.firstUnsettled) return;
    for (let chunk = chunkOf(this.firstUnsettled); chunk < chunkOf(position); chunk += 1) this.chunks.delete(chunk);
    this.firstUnsettled = position;
    for (const id of unreadIds) this.setBit(id, true);
  }

  /**
   * Everything below the position is read.
   *
   * @param unreadIds what the user received and has not read at or above the new position: bits, because an id in an
   *   unsettled chunk may still appear, and must not start as read
   */
  markAll(position: number, unreadIds: Iterable<number>): void {
    this.advance(position, []);
    for (const chunk of this.chunks.keys()) if (chunk < chunkOf(this.firstUnsettled)) this.chunks.delete(chunk);
    this.mark(unreadIds, true);
  }

  private setBit(messageId: number, value: boolean): void {
    const chunk = chunkOf(messageId);
    let bits = this.chunks.get(chunk);
    if (!bits) {
      if (!value) return;
      this.chunks.set(chunk, (bits = new ChunkBits()));
    }
    bits.set(messageId, value);
    if (!value && bits.isEmpty()) this.chunks.delete(chunk);
  }
}

function assertBoundary(position: number): void {
  if (position % CHUNK_SIZE !== 0) throw new RangeError(`position ${position} is inside a chunk`);
}
