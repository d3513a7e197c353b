import { StreamedChange } from './framing';
import { ReorderBuffer } from './reorder-buffer';

const ROUTING = '{}';

const change = (seq: number, body = 'x'): StreamedChange => new StreamedChange(1, 1, seq, seq, ROUTING, body);
const announced = (seq: number): StreamedChange => new StreamedChange(1, 1, seq, seq, ROUTING, undefined);

function bufferOf(...seqs: number[]): ReorderBuffer {
  const buffer = new ReorderBuffer();
  for (const seq of seqs) buffer.add(change(seq));
  return buffer;
}

const seqsAfter = (buffer: ReorderBuffer, seq: number, atMost = 100): number[] =>
  buffer.contiguousAfter(seq, atMost).map((found) => found.seq);

describe('ReorderBuffer', () => {
  it.each([
    { came: [], after: 0, next: [] },
    { came: [1, 2, 3], after: 0, next: [1, 2, 3] },
    { came: [3, 1, 2], after: 0, next: [1, 2, 3] },
    { came: [5, 2, 4, 2, 5], after: 3, next: [4, 5] },
    { came: [2, 3], after: 0, next: [] },
    { came: [1, 2, 4], after: 0, next: [1, 2] },
    { came: [1, 2, 3], after: 1, next: [2, 3] },
    { came: [1, 2, 3], after: 3, next: [] },
  ])('gives what follows $after without a hole of $came', ({ came, after, next }) => {
    expect(seqsAfter(bufferOf(...came), after)).toEqual(next);
  });

  it('gives at most as many as are wanted, and none without its body', () => {
    const buffer = bufferOf(1, 2, 4);
    buffer.add(announced(3));
    // The first one counts, as the log has the other.
    buffer.add(change(3));
    expect([seqsAfter(buffer, 0, 1), seqsAfter(buffer, 0)]).toEqual([[1], [1, 2]]);
    expect([1, 2, 3, 4, 5].map((seq) => buffer.needsLog(seq))).toEqual([false, false, true, false, false]);
  });

  it('drops what was delivered, in the order or not', () => {
    const buffer = bufferOf(6, 2, 4, 3);
    buffer.dropThrough(3);
    expect([seqsAfter(buffer, 1), seqsAfter(buffer, 3), seqsAfter(buffer, 5)]).toEqual([[], [4], [6]]);
    buffer.dropThrough(9);
    buffer.add(change(4));
    expect([seqsAfter(buffer, 3), seqsAfter(buffer, 5)]).toEqual([[4], []]);
    buffer.clear();
    expect(seqsAfter(buffer, 3)).toEqual([]);
  });

  it('takes no more than it may hold, until something was dropped', () => {
    const large = 'x'.repeat(8 * 1024 * 1024);
    const buffer = new ReorderBuffer();
    for (const seq of [1, 2, 3]) buffer.add(change(seq, large));
    buffer.add(change(4, large));
    expect(seqsAfter(buffer, 0)).toEqual([1, 2, 3]);
    buffer.dropThrough(1);
    buffer.add(change(4, large));
    expect(seqsAfter(buffer, 1)).toEqual([2, 3, 4]);

    const many = bufferOf(...Array.from({ length: 5_001 }, (_, index) => index + 1));
    expect(seqsAfter(many, 0, 10_000)).toHaveLength(5_000);
  });
});
