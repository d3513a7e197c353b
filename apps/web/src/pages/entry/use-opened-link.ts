import { useEffect, useState } from 'react';
import { type LinkReason, linkReasonOf } from './link-notice';

export type OpenedLink<T> =
  | { kind: 'opening' }
  | { kind: 'open'; answer: T }
  | { kind: 'closed'; reason: LinkReason }
  | { kind: 'failed'; error: unknown };

/**
 * Asks once what a link is for.
 * @param open the same function as long as the link is the same
 */
export function useOpenedLink<T>(open: (signal: AbortSignal) => Promise<T>): OpenedLink<T> {
  const [opened, setOpened] = useState<OpenedLink<T>>({ kind: 'opening' });
  useEffect(() => {
    const leaving = new AbortController();
    open(leaving.signal).then(
      (answer) => setOpened({ kind: 'open', answer }),
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        const reason = linkReasonOf(error);
        setOpened(reason === undefined ? { kind: 'failed', error } : { kind: 'closed', reason });
      },
    );
    return () => leaving.abort();
  }, [open]);
  return opened;
}
