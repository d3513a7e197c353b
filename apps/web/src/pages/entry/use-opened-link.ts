import { useEffect, useState } from 'react';

export type OpenedLink<T, Reason> =
  | { kind: 'opening' }
  | { kind: 'open'; answer: T }
  | { kind: 'closed'; reason: Reason }
  | { kind: 'failed'; error: unknown };

/**
 * Asks once what a link is for.
 * @param open the same function as long as the link is the same
 * @param reasonOf why it leads nowhere; undefined for other failures
 */
export function useOpenedLink<T, Reason>(
  open: (signal: AbortSignal) => Promise<T>,
  reasonOf: (error: unknown) => Reason | undefined,
): OpenedLink<T, Reason> {
  const [opened, setOpened] = useState<OpenedLink<T, Reason>>({ kind: 'opening' });
  useEffect(() => {
    const leaving = new AbortController();
    open(leaving.signal).then(
      (answer) => setOpened({ kind: 'open', answer }),
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        const reason = reasonOf(error);
        setOpened(reason === undefined ? { kind: 'failed', error } : { kind: 'closed', reason });
      },
    );
    return () => leaving.abort();
  }, [open, reasonOf]);
  return opened;
}
