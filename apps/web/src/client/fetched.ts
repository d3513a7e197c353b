import { useCallback, useEffect, useState } from 'react';
import { retried } from '../api/backoff';
import { failureText } from './act';

/** A list that stands in no state: it is fetched where it is shown. */
export type Fetched<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly value: T }
  | { readonly kind: 'failed'; readonly text: string };

const LOADING = { kind: 'loading' } as const;

/**
 * Fetches while it is shown, and again when `load` or `version` is another; what was there stays until then.
 * @param load made with `useCallback`
 * @returns what there is, and a function that fetches it again
 */
export function useFetched<T>(
  load: (signal: AbortSignal) => Promise<T>,
  version: number | string = 0,
): [Fetched<T>, () => void] {
  const [fetched, setFetched] = useState<Fetched<T>>(LOADING);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    retried(() => load(signal), { signal }).then(
      (value) => setFetched({ kind: 'ready', value }),
      (error: unknown) => {
        if (!signal.aborted) setFetched({ kind: 'failed', text: failureText(error) });
      },
    );
    return () => leaving.abort();
  }, [load, version, round]);
  const again = useCallback(() => setRound((count) => count + 1), []);
  return [fetched, again];
}
