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

/**
 * What a component reads of a store; it renders again only when that changes.
 * @param select cheap, and gives the same object for the same state; use `isEqual` where it makes a new one
 */
export function useSlice<T, S>(
  store: Store<T>,
  select: (value: T) => S,
  isEqual: (a: S, b: S) => boolean = Object.is,
): S {
  const last = useRef<{ slice: S } | undefined>(undefined);
  const read = useCallback(() => {
    const slice = select(store.get());
    if (last.current && isEqual(last.current.slice, slice)) return last.current.slice;
    last.current = { slice };
    return slice;
  }, [store, select, isEqual]);
  return useSyncExternalStore(store.subscribe, read);
}
