import { StreamedChange } from './framing';

const MOST_CHANGES = 5_000;
const MOST_BYTES = 32 * 1024 * 1024;

/** Changes that arrived before it was their turn. What does not fit is forgotten: the log has it. */
export class ReorderBuffer {
  private readonly changes = new Map<number, StreamedChange>();
  private bytes = 0;

  add(change: StreamedChange): void {
    const known = this.changes.get(change.seq);
    if (known) return;
    if (this.changes.size >= MOST_CHANGES || this.bytes + change.bytes > MOST_BYTES) return;
    this.changes.set(change.seq, change);
    this.bytes += change.bytes;
  }

  /** The changes that follow `seq` without a hole, complete ones only. */
  contiguousAfter(seq: number, atMost: number): StreamedChange[] {
    const found: StreamedChange[] = [];
    while (found.length < atMost) {
      const change = this.changes.get(seq + found.length + 1);
      if (!change?.hasBody) break;
      found.push(change);
    }
    return found;
  }

  /** Whether the change was announced without its body, so that waiting for another hint is of no use. */
  needsLog(seq: number): boolean {
    return this.changes.get(seq)?.hasBody === false;
  }

  dropThrough(seq: number): void {
    for (const [key, change] of this.changes) {
      if (key > seq) continue;
      this.changes.delete(key);
      this.bytes -= change.bytes;
    }
  }

  clear(): void {
    this.changes.clear();
    this.bytes = 0;
  }
}
