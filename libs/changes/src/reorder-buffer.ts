import { StreamedChange } from './framing';

const MOST_CHANGES = 5_000;
const MOST_BYTES = 32 * 1024 * 1024;

/** Changes that arrived before it was their turn. What does not fit is forgotten: the log has it. */
export class ReorderBuffer {
  /** In their order: an array, as a Map that things come and go in keeps them (`Transients` in libs/transients). */
  private readonly changes: StreamedChange[] = [];
  private bytes = 0;

  add(change: StreamedChange): void {
    const place = this.placeOf(change.seq);
    if (this.changes[place]?.seq === change.seq) return;
    if (this.changes.length >= MOST_CHANGES || this.bytes + change.bytes > MOST_BYTES) return;
    this.changes.splice(place, 0, change);
    this.bytes += change.bytes;
  }

  /** The changes that follow `seq` without a hole, complete ones only. */
  contiguousAfter(seq: number, atMost: number): StreamedChange[] {
    const found: StreamedChange[] = [];
    const first = this.placeOf(seq + 1);
    while (found.length < atMost) {
      const change = this.changes[first + found.length];
      if (change?.seq !== seq + found.length + 1 || !change.hasBody) break;
      found.push(change);
    }
    return found;
  }

  /** Whether the change was announced without its body, so that waiting for another hint is of no use. */
  needsLog(seq: number): boolean {
    const change = this.changes[this.placeOf(seq)];
    return change?.seq === seq && !change.hasBody;
  }

  dropThrough(seq: number): void {
    for (const { bytes } of this.changes.splice(0, this.placeOf(seq + 1))) this.bytes -= bytes;
  }

  clear(): void {
    this.changes.length = 0;
    this.bytes = 0;
  }

  /** Where the change is, or would be. */
  private placeOf(seq: number): number {
    let [from, to] = [0, this.changes.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.changes[middle]?.seq ?? seq) < seq) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
