/** Longest wait (ms) of what is to be done when nothing else is. */
const LONGEST_WAIT_MS = 2_000;
/** Where the browser cannot say that it is idle: by then the first view is painted. */
const USUAL_PAINT_MS = 300;

/** Does something when what is on the screen is painted and nothing is asked for. @returns what calls it off */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, USUAL_PAINT_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: LONGEST_WAIT_MS });
  return () => cancelIdleCallback(handle);
}
