import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { waitForPause } from './pause';

interface LateProps {
  /** Keeps its place free until then. */
  place: ReactNode;
  children: ReactNode;
}

/**
 * What nobody needs to see at once, such as buttons that show under the pointer: lists that scroll and views that open are
 * drawn without, all of it together in the next pause.
 */
export function Late({ place, children }: LateProps) {
  const [isDue, setDue] = useState(false);
  useEffect(() => (isDue ? undefined : waitForPause(() => setDue(true))), [isDue]);
  return isDue ? children : place;
}

/** A value as it was in the last pause: for what follows a list, and is not seen. */
export function useInPause<T>(value: T): T {
  const [shown, setShown] = useState(() => value);
  useEffect(() => (Object.is(shown, value) ? undefined : waitForPause(() => setShown(() => value))), [shown, value]);
  return shown;
}

/** Whether the first picture of a view is there: a long list beside what one came for follows it, piece by piece. */
export function useNext(): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => startTransition(() => setDue(true)), []);
  return isDue;
}
