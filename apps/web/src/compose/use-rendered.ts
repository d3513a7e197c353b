import { renderMessage } from '@stoa/contracts/messages';
import { useEffect, useState } from 'react';
import { call } from '../api/client';
import { failureText } from '../client/act';

const PAUSE_MS = 250;

interface Rendered {
  readonly html?: string;
  readonly failure?: string;
}

/** A text as the service renders it, a moment after it stopped changing. @param isWanted otherwise nobody is asked */
export function useRendered(text: string, isWanted = true): Rendered {
  const [shown, setShown] = useState<Rendered>({});
  useEffect(() => {
    if (!isWanted) return undefined;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      call(renderMessage, { content: text }, { signal: leaving.signal }).then(
        ({ rendered }) => setShown({ html: rendered }),
        (error: unknown) => leaving.signal.aborted || setShown({ failure: failureText(error) }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [text, isWanted]);
  return shown;
}
