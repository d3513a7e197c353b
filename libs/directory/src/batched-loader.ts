import { forAll } from '@stoa/observability';

interface Waiting<K, V> {
  key: K;
  resolve: (value: V) => void;
  reject: (error: unknown) => void;
}

/** Puts loads that are asked for in the same turn of the event loop together, so that many cost one statement. */
export class BatchedLoader<K, V> {
  private waiting: Waiting<K, V>[] = [];

  /** @param loadAll answers in the order of the keys; an Error instead of a value fails that one load */
  constructor(private readonly loadAll: (keys: readonly K[]) => Promise<readonly (V | Error)[]>) {}

  /** Reads after it was called, never something that was read before. */
  load(key: K): Promise<V> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length === 0) process.nextTick(() => void forAll(() => this.flush()));
      this.waiting.push({ key, resolve, reject });
    });
  }

  private async flush(): Promise<void> {
    const batch = this.waiting;
    this.waiting = [];
    try {
      const values = await this.loadAll(batch.map(({ key }) => key));
      batch.forEach(({ resolve, reject }, index) => {
        const value = values[index];
        if (value === undefined || value instanceof Error) reject(value ?? new Error('a load without an answer'));
        else resolve(value);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
