/** Messages that are on their way are kept for all tabs of a browser; each is sent by one of them. */
export interface Ownership {
  /** @returns whether this tab has the message from now on: no other one has it */
  take(key: string): Promise<boolean>;
  /** Waits until no other tab has the message, and takes it. */
  await(key: string): Promise<void>;
  /** The message needs nobody any more. */
  release(key: string): void;
  /** Tells the other tabs of a message that this one has, and that is kept. */
  announce(key: string): void;
  /** Learns of the messages that other tabs announce, until the account is left. */
  listen(listener: (key: string) => void): void;
}

/** The tab is closed, or the account is left: nothing is waited for. */
function isOver(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * Who has a message holds a lock of its name, which ends with the tab. Where the browser has no locks, every tab has
 * every message: the service takes each once all the same.
 * @param owner distinguishes accounts and organizations in this browser
 */
export function ownershipByLocks(owner: string, signal: AbortSignal): Ownership {
  const releases = new Map<string, () => void>();
  const nameOf = (key: string): string => `stoa-outbox ${owner} ${key}`;
  const hold = (key: string): Promise<void> => new Promise((resolve) => releases.set(key, resolve));
  signal.addEventListener('abort', () => releases.forEach((release) => release()));
  if (!('locks' in navigator)) {
    const [take, wait, nothing] = [() => Promise.resolve(true), () => Promise.resolve(), () => undefined];
    return { take, await: wait, release: nothing, announce: nothing, listen: nothing };
  }
  const channel = new BroadcastChannel(`stoa-outbox ${owner}`);
  signal.addEventListener('abort', () => channel.close());
  const request = (key: string, options: LockOptions): Promise<boolean> =>
    new Promise((resolve) => {
      const got = (lock: Lock | null): Promise<void> | undefined => {
        resolve(lock !== null);
        return lock ? hold(key) : undefined;
      };
      navigator.locks.request(nameOf(key), options, got).catch((error: unknown) => {
        if (!isOver(error)) reportError(error);
        // A browser that gives no locks keeps nobody from sending.
        resolve(!isOver(error));
      });
    });
  return {
    take: (key) => request(key, { ifAvailable: true }),
    await: async (key) => {
      await request(key, { signal });
    },
    release: (key) => {
      releases.get(key)?.();
      releases.delete(key);
    },
    announce: (key) => {
      // A line that was closed takes nothing.
      if (!signal.aborted) channel.postMessage(key);
    },
    listen: (listener) => channel.addEventListener('message', ({ data }: MessageEvent<string>) => listener(data)),
  };
}
