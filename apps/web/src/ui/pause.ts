import { startTransition } from 'react';

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

/** Draws something in the next pause, together with all else that waits for it. @returns what calls it off */
export function waitForPause(draw: () => void): () => void {
  if (timer === undefined) waitingSince = performance.now();
  waiting.add(draw);
  if (timer === undefined || performance.now() - waitingSince < PATIENCE_MS) {
    clearTimeout(timer);
    timer = setTimeout(drawAll, PAUSE_MS);
  }
  return () => waiting.delete(draw);
}
