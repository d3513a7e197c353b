import { CHUNK_SIZE, ChunkBits } from './chunk-bits';
import { ReadSet } from './read-set';

describe('ChunkBits', () => {
  it('orders bits as PostgreSQL does and lists ids', () => {
    const bits = new ChunkBits();
    const ids = [3 * CHUNK_SIZE, 3 * CHUNK_SIZE + 9, 4 * CHUNK_SIZE - 1];
    for (const id of ids) bits.set(id, true);
    expect(bits.bytes[0]).toBe(0x80);
    expect(bits.bytes[1]).toBe(0x40);
    expect(bits.ids(3)).toEqual(ids);
    bits.set(3 * CHUNK_SIZE + 9, false);
    expect(bits.has(3 * CHUNK_SIZE + 9)).toBe(false);
    expect(bits.isEmpty()).toBe(false);
  });

  it('refuses another size', () => {
    expect(() => new ChunkBits(new Uint8Array(8))).toThrow('a chunk has 512 bytes');
  });
});

describe('ReadSet', () => {
  it('is unread above the position and read below it where no bit is set', () => {
    const set = new ReadSet(CHUNK_SIZE);
    expect(set.isRead(CHUNK_SIZE - 1)).toBe(true);
    expect(set.isRead(CHUNK_SIZE)).toBe(false);
  });

  it('turns what is left unread into bits when the position passes it, and drops empty chunks', () => {
    const set = new ReadSet();
    set.mark([1, 2, CHUNK_SIZE + 1], true);
    set.advance(2 * CHUNK_SIZE, [3]);
    expect([1, 2, 3, 4, CHUNK_SIZE + 1].map((id) => set.isRead(id))).toEqual([true, true, false, true, true]);
    expect(set.chunkCount).toBe(1);
    set.mark([3], true);
    expect(set.chunkCount).toBe(0);
  });

  it('never moves back', () => {
    const set = new ReadSet(2 * CHUNK_SIZE);
    set.advance(CHUNK_SIZE, [5]);
    expect(set.position).toBe(2 * CHUNK_SIZE);
    expect(set.isRead(5)).toBe(true);
  });

  it('marks everything: rows below the position vanish, the rest gets bits', () => {
    const set = new ReadSet();
    set.mark([7], true);
    set.advance(CHUNK_SIZE, [1, 2]);
    set.markAll(2 * CHUNK_SIZE, [2 * CHUNK_SIZE + 5]);
    expect(set.position).toBe(2 * CHUNK_SIZE);
    expect(set.chunkCount).toBe(1);
    expect([1, 2 * CHUNK_SIZE + 4, 2 * CHUNK_SIZE + 5].map((id) => set.isRead(id))).toEqual([true, false, true]);
  });

  it('refuses a position inside a chunk', () => {
    expect(() => new ReadSet(5)).toThrow('inside a chunk');
  });
});
