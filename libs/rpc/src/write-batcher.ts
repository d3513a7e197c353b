/**
 * Runs what is to be written to one socket together at the end of the event loop's turn. The client library writes to
 * its socket once per turn of the microtask queue, and a write costs more than the message in it: under load, requests
 * that arrived together leave together.
 */
export class WriteBatcher {
  private pending: (() => void)[] = [];

  add(write: () => void): void {
    this.pending.push(write);
    if (this.pending.length === 1) setImmediate(() => this.flush());
  }

  private flush(): void {
    const writes = this.pending;
    this.pending = [];
    for (const write of writes) write();
  }
}
