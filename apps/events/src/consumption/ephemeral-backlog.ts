/** Memory of a notice besides its bytes. */
const OVERHEAD_BYTES = 256;

/**
 * Notices of typing and presence that wait for their turn. While Redis is slow or away they would pile up; beyond a bound
 * the oldest go, which newer ones have mostly made untrue.
 */
export class EphemeralBacklog {
  private notices: Uint8Array[] = [];
  /** Those before it are gone. */
  private first = 0;
  private bytes = 0;

  /** @param limit in bytes. @param onDropped called with the number of notices that had to go */
  constructor(
    private readonly limit: number,
    private readonly onDropped: (count: number) => void,
  ) {}

  get length(): number {
    return this.notices.length - this.first;
  }

  add(notice: Uint8Array): void {
    this.notices.push(notice);
    this.bytes += sizeOf(notice);
    if (this.bytes > this.limit) this.dropOldest();
  }

  /** All that wait, oldest first. */
  take(): Uint8Array[] {
    const taken = this.notices.slice(this.first);
    [this.notices, this.first, this.bytes] = [[], 0, 0];
    return taken;
  }

  private dropOldest(): void {
    const before = this.first;
    for (let oldest = this.notices[this.first]; oldest && this.bytes > this.limit; oldest = this.notices[this.first]) {
      this.bytes -= sizeOf(oldest);
      this.first += 1;
    }
    this.onDropped(this.first - before);
    if (this.first * 2 < this.notices.length) return;
    this.notices = this.notices.slice(this.first);
    this.first = 0;
  }
}

function sizeOf(notice: Uint8Array): number {
  return notice.byteLength + OVERHEAD_BYTES;
}
