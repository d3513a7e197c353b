import DataLoader from 'dataloader';
import { nameOfHash } from './hashes';

const LARGEST_BATCH = 500;
const STATEMENTS_AT_ONCE = 2;

/**
 * Reads what hashes stand for. Look-ups that come while others are under way go together in one statement: at a peak
 * every account's key is read more than once a second, and a statement for each was a quarter of the gateway's work.
 */
export class HashLoader<V> {
  private readonly loader = new DataLoader<Buffer, V | undefined>((hashes) => this.read(hashes), {
    cache: false,
    maxBatchSize: LARGEST_BATCH,
    batchScheduleFn: (send) => this.schedule(send),
  });
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param readAll values with their hashes, in any order, without those that there are none of */
  constructor(private readonly readAll: (hashes: readonly Buffer[]) => Promise<readonly [hash: Buffer, value: V][]>) {}

  load(hash: Buffer): Promise<V | undefined> {
    return this.loader.load(hash);
  }

  private schedule(send: () => void): void {
    if (this.running < STATEMENTS_AT_ONCE) setImmediate(send);
    else this.waiting.push(send);
  }

  private async read(hashes: readonly Buffer[]): Promise<(V | undefined)[]> {
    this.running += 1;
    try {
      const found = await this.readAll(hashes);
      const values = new Map(found.map(([hash, value]) => [nameOfHash(hash), value]));
      return hashes.map((hash) => values.get(nameOfHash(hash)));
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }
}
