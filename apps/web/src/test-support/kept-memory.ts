/** Stands in for `idb-keyval`: `vi.mock('idb-keyval', () => import('../test-support/kept-memory'))`. */
const stored = new Map<string, unknown>();
let isBroken = false;
const read: string[] = [];

/** The keys of all values that were read since the last call. */
export function takeReadKeys(): readonly string[] {
  return read.splice(0);
}

function kept<T>(work: () => T): Promise<T> {
  return isBroken ? Promise.reject(new Error('the disk is full')) : Promise.resolve(work());
}

/** Empties the browser's memory, and says whether it works. */
export function resetKept({ broken = false } = {}): void {
  stored.clear();
  isBroken = broken;
}

/** Everything that is kept. */
export function keptValues(): unknown[] {
  return [...stored.values()];
}

export const set = (key: string, value: unknown) => kept(() => void stored.set(key, value));
export const del = (key: string) => kept(() => void stored.delete(key));
export const delMany = (names: string[]) => kept(() => names.forEach((key) => stored.delete(key)));
export const keys = () => kept(() => [...stored.keys()]);
function valueOf(key: string): unknown {
  read.push(key);
  return stored.get(key);
}

export const get = (key: string) => kept(() => valueOf(key));
export const getMany = (names: string[]) => kept(() => names.map(valueOf));
