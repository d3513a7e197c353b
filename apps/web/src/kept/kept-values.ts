import { del, delMany, get, getMany, keys, set } from 'idb-keyval';

/**
 * What the browser keeps of one account in one organization until it signs out. A browser that keeps nothing (a private
 * window, a full disk) works all the same, without what it would have remembered.
 */
export class KeptValues {
  /** @param owner distinguishes accounts and organizations in this browser */
  constructor(private readonly owner: string) {}

  /** All values of a kind, by their names. */
  async all<T>(kind: string): Promise<ReadonlyMap<string, T>> {
    const prefix = this.keyOf(kind, '');
    // What else is kept here, the state of the whole organization above all, takes long to read.
    const own = (await this.keys()).filter((key) => key.startsWith(prefix));
    const values = own.length === 0 ? [] : ((await this.tolerant(() => getMany<T | undefined>(own))) ?? []);
    // One may have gone since.
    return new Map(
      own.flatMap((key, index) => {
        const value = values[index];
        return value === undefined ? [] : [[key.slice(prefix.length), value] as const];
      }),
    );
  }

  /** @returns undefined for what is not kept */
  one<T>(kind: string, name: string): Promise<T | undefined> {
    return this.tolerant(() => get<T>(this.keyOf(kind, name)));
  }

  async set(kind: string, name: string, value: unknown): Promise<void> {
    await this.tolerant(() => set(this.keyOf(kind, name), value));
  }

  async remove(kind: string, name: string): Promise<void> {
    await this.tolerant(() => del(this.keyOf(kind, name)));
  }

  /** Forgets everything of this account. */
  async clear(): Promise<void> {
    const own = (await this.keys()).filter((key) => key.startsWith(`${this.owner} `));
    await this.tolerant(() => delMany([...own]));
  }

  private async keys(): Promise<readonly string[]> {
    return (await this.tolerant(() => keys<string>())) ?? [];
  }

  private keyOf(kind: string, name: string): string {
    return `${this.owner} ${kind} ${name}`;
  }

  private async tolerant<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      reportError(error);
      return undefined;
    }
  }
}
