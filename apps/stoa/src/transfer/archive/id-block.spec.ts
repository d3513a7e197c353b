import * as fc from 'fast-check';
import { IdBlock } from './id-block';
import { rangesOfBits, readRows } from './read-bits';

function blockOf(things: readonly number[], points: readonly number[] = [], first = 1_000): IdBlock {
  const block = new IdBlock();
  for (const id of things) block.add(id);
  for (const id of points) block.addPoint(id);
  block.seal();
  block.placeAt(first);
  return block;
}

describe('a block of ids', () => {
  it('gives things and the points between them new ids in the same order', () => {
    const block = blockOf([30, 10, 20], [15, 15, 25]);
    expect(block.size).toBe(5);
    expect([10, 20, 30].map((id) => block.newId(id))).toEqual([1_000, 1_002, 1_004]);
    expect([15, 25].map((id) => block.newIdFrom(id))).toEqual([1_001, 1_003]);
    expect([5, 15, 99].map((id) => block.newId(id))).toEqual([undefined, undefined, undefined]);
    block.setOther(7, 3);
    expect([block.newId(7), block.has(7), block.has(8)]).toEqual([3, true, false]);
  });

  it('tells of ids that come twice', () => {
    const block = new IdBlock();
    for (const id of [1, 2, 2, 5]) block.add(id);
    block.addPoint(5);
    block.addPoint(6);
    block.addPoint(6);
    expect(block.seal()).toEqual([2, 5]);
  });

  it('keeps the order of any ids', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 10_000 }), { minLength: 1 }), (given) => {
        const ids = [...given].sort((a, b) => a - b);
        const block = blockOf(given);
        expect(ids.map((id) => block.newId(id))).toEqual(ids.map((_, index) => 1_000 + index));
      }),
    );
  });
});

describe('the bits of who has read what', () => {
  const CHUNK = 4_096;

  /** Whether the rows say that an id was read: below the position a set bit means unread. */
  function isRead(rows: ReturnType<typeof readRows>, id: number): boolean {
    const chunk = rows.chunks.find(({ chunk: number }) => number === Math.floor(id / CHUNK));
    const ranges = chunk ? rangesOfBits(chunk.chunk, bitsOf(chunk.bits)) : [];
    const isSet = ranges.some(([first, last]) => first <= id && id <= last);
    return id >= rows.position === isSet;
  }

  const bitsOf = (hexadecimal: string) =>
    [...hexadecimal].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('');

  it('say of every message what the record says, wherever the block lies', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 300 });
    const range = fc.tuple(fc.integer({ min: 0, max: 40_000 }), fc.nat({ max: 500 }));
    fc.assert(
      fc.property(
        ids,
        fc.nat({ max: 41_000 }),
        fc.array(range, { maxLength: 10 }),
        fc.integer({ min: 1, max: 20_000 }),
        (messages, position, ranges, first) => {
          const exceptions = ranges.map(([from, length]) => [from, from + length] as [number, number]);
          const unread = exceptions.filter(([, last]) => last < position);
          const read = exceptions.filter(([from]) => from >= position);
          const block = blockOf(messages, [], first);
          const rows = readRows({ user_id: 1, position, unread, read }, block);
          expect(rows.position % CHUNK).toBe(0);
          for (const id of messages) {
            const isException = (list: typeof exceptions) => list.some(([from, last]) => from <= id && id <= last);
            const expected = id < position ? !isException(unread) : isException(read);
            expect([id, isRead(rows, block.newId(id) ?? 0)]).toEqual([id, expected]);
          }
        },
      ),
    );
  });
});
