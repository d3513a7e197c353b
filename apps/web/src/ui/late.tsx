import { type ReactNode, startTransition, useEffect, useState } from 'react';

/** Milliseconds after the last part that came, and after the first one at most, until parts that wait are drawn. */
const PAUSE_MS = 120;
const PATIENCE_MS = 1000;

const waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let waitingSince = 0;

function drawAll(): void {
  timer = undefined;
  const drawn = [...waiting];
  waiting.clear();
  // The browser answers whoever scrolls or types between any two of them.
  startTransition(() => {
    for (const draw of drawn) draw();
  });
}

function waitFor(draw: () => void): () => void {
  if (timer === undefined) waitingSince = performance.now();
  waiting.add(draw);
  if (timer === undefined || performance.now() - waitingSince < PATIENCE_MS) {
    clearTimeout(timer);
    timer = setTimeout(drawAll, PAUSE_MS);
  }
  return () => waiting.delete(draw);
}

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
  useEffect(() => (isDue ? undefined : waitFor(() => setDue(true))), [isDue]);
  return isDue ? children : place;
}

/** A value as it was in the last pause: for what follows a list, and is not seen. */
export function useInPause<T>(value: T): T {
  const [shown, setShown] = useState(() => value);
  useEffect(() => (Object.is(shown, value) ? undefined : waitFor(() => setShown(() => value))), [shown, value]);
  return shown;
}

/** Whether the first picture of a view is there: a long list beside what one came for follows it, piece by piece. */
export function useNext(): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => startTransition(() => setDue(true)), []);
  return isDue;
}
