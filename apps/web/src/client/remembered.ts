import { Store } from '../store/store';

const PREFIX = 'stoa.';

function read<T>(name: string, fallback: T, isValid: (value: unknown) => value is T): T {
  const text = localStorage.getItem(PREFIX + name);
  if (text === null) return fallback;
  try {
    const value: unknown = JSON.parse(text);
    return isValid(value) ? value : fallback;
  } catch (error) {
    if (error instanceof SyntaxError) return fallback;
    throw error;
  }
}

/**
 * A choice about the screen that this browser remembers, and nobody else: what is folded, shown, filtered. A browser that
 * keeps nothing remembers it as long as the page.
 */
export function remembered<T>(name: string, fallback: T, isValid: (value: unknown) => value is T): Store<T> {
  const store = new Store(stored(() => read(name, fallback, isValid), fallback));
  store.subscribe(() => stored(() => localStorage.setItem(PREFIX + name, JSON.stringify(store.get())), undefined));
  return store;
}

/** Browsers may refuse storage altogether, or be full. */
function stored<R>(access: () => R, otherwise: R): R {
  try {
    return access();
  } catch (error) {
    if (error instanceof DOMException || error instanceof ReferenceError) return otherwise;
    throw error;
  }
}

export function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

export function isListOfStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

export function isRecordOfNumbers(value: unknown): value is Readonly<Record<string, number>> {
  return typeof value === 'object' && value !== null && Object.values(value).every((item) => typeof item === 'number');
}
