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
  store.subscribe(() => write(name, store.get()));
  return store;
}

/**
 * The same for what grows with what one does: a tab takes what another one adds, so that it does not write over it. Choices
 * of how the screen looks stay each tab's own until it is opened again.
 */
export function rememberedTogether<T>(name: string, fallback: T, isValid: (value: unknown) => value is T): Store<T> {
  const store = new Store(stored(() => read(name, fallback, isValid), fallback));
  let isTaking = false;
  store.subscribe(() => isTaking || write(name, store.get()));
  const take = ({ key }: StorageEvent): void => {
    // Without a key, everything was removed.
    if (key !== null && key !== PREFIX + name) return;
    isTaking = true;
    try {
      store.set(stored(() => read(name, fallback, isValid), store.get()));
    } finally {
      isTaking = false;
    }
  };
  // Another tab's build may keep something else under this name, so what was taken is not written back.
  stored(() => window.addEventListener('storage', take), undefined);
  return store;
}

/** What tells where an account was: it does not stay in the browser when the session is over, however that came. */
const OF_ACCOUNT = ['visited', 'writtenChannels'] as const;

const resets: (() => void)[] = [];

/** The same for what is the account's, until it signs out. */
export function rememberedOfAccount<T>(
  name: (typeof OF_ACCOUNT)[number],
  fallback: T,
  isValid: (value: unknown) => value is T,
): Store<T> {
  const store = rememberedTogether(name, fallback, isValid);
  resets.push(() => store.set(fallback));
  return store;
}

/** Forgets all of that, also what parts of the client keep that are not loaded. */
export function forgetOfAccount(): void {
  for (const reset of resets) reset();
  for (const name of OF_ACCOUNT) stored(() => localStorage.removeItem(PREFIX + name), undefined);
}

function write(name: string, value: unknown): void {
  stored(() => localStorage.setItem(PREFIX + name, JSON.stringify(value)), undefined);
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

export function isListOfNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'number');
}

export function isRecordOfNumbers(value: unknown): value is Readonly<Record<string, number>> {
  return typeof value === 'object' && value !== null && Object.values(value).every((item) => typeof item === 'number');
}
