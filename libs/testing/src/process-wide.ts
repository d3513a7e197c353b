import os from 'node:os';

/**
 * A value that all test files of a process share: their modules are loaded anew for each file, and only Node's own are
 * not. For what is costly to make and never changes.
 */
export function processWide<T extends object>(name: string, make: () => T): T {
  const key = Symbol.for(`stoa.testing.${name}`);
  const known: unknown = Reflect.get(os, key);
  // Only this function writes there, under names that belong to one type each.
  if (known) return known as T;
  const made = make();
  Reflect.set(os, key, made);
  return made;
}
