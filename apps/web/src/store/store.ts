import { useCallback, useRef, useSyncExternalStore } from 'react';

/** A plain value outside of React that whoever reads it is told of. */
export class Store<T> {
  private readonly listeners = new Set<() => void>();
  /** Nobody was told of the value yet. */
  private isUntold = false;

  constructor(private value: T) {}

  readonly get = (): T => this.value;

  /** Replaces the value and tells everybody once. */
  readonly set = (value: T): void => {
    if (Object.is(value, this.value) && !this.isUntold) return;
    this.value = value;
    this.isUntold = false;
    for (const listener of [...this.listeners]) listener();
  };

  readonly update = (change: (value: T) => T): void => this.set(change(this.value));

  /** Changes the value, and leaves it to the next {@link set} or {@link update} to tell of both. */
  readonly prepare = (change: (value: T) => T): void => {
    const value = change(this.value);
    this.isUntold ||= !Object.is(value, this.value);
    this.value = value;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

/** Whether two plain values say the same, field by field: for slices that are made anew. */
export function isSameData(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b);
}

/** Whether two objects of the same fields have the same values in them: for slices of several parts. */
export function isSameShallowly<S extends object>(a: S, b: S): boolean {
  for (const key in a) if (!Object.is(a[key], b[key])) return false;
  return true;
}

/**
 * What a component reads of a store; it renders again only when that changes.
 * @param select gives the same object for the same state; use `isEqual` where it makes a new one
 */
export function useSlice<T, S>(
  store: Store<T>,
  select: (value: T) => S,
  isEqual: (a: S, b: S) => boolean = Object.is,
): S {
  const last = useRef<{ value: T; select: (value: T) => S; slice: S } | undefined>(undefined);
  const read = useCallback(() => {
    const value = store.get();
    const known = last.current;
    // React asks several times for each rendering, and rows of messages read dozens of slices.
    if (known && known.value === value && known.select === select) return known.slice;
    const found = select(value);
    const slice = known && isEqual(known.slice, found) ? known.slice : found;
    last.current = { value, select, slice };
    return slice;
  }, [store, select, isEqual]);
  return useSyncExternalStore(store.subscribe, read);
}
