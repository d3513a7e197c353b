/** Longest wait (ms) of what is to be done when nothing else is. */
const LONGEST_WAIT_MS = 2_000;
/** A view that takes longer (ms) may never come, as when a part of it cannot be had: nothing else waits for that. */
const LONGEST_FIRST_VIEW_MS = 10_000;
/** Where the browser cannot say that it is idle: by then the first view is painted. */
const USUAL_PAINT_MS = 300;
/** What is drawn now is on the screen when the frame after the next one begins. */
const FRAMES = 2;

/** Does something when so many frames have begun; at once where nothing is painted. @returns what calls it off */
function afterFrames(count: number, work: () => void): () => void {
  if (count === 0 || document.visibilityState === 'hidden') {
    work();
    return () => undefined;
  }
  let callOffRest = (): void => undefined;
  const go = (): void => {
    callOff();
    callOffRest = afterFrames(count - 1, work);
  };
  const frame = requestAnimationFrame(go);
  // A page that is hidden meanwhile gets no frame.
  const timer = setTimeout(go, LONGEST_WAIT_MS);
  const callOff = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  return () => {
    callOff();
    callOffRest();
  };
}

/**
 * Does something when what is drawn now is painted, and nothing else is to be done: a browser that has a moment before its
 * next frame is idle, too, and what takes that moment holds the picture up. @returns what calls it off
 */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, USUAL_PAINT_MS);
    return () => clearTimeout(timer);
  }
  let handle: number | undefined;
  const callOffFrames = afterFrames(FRAMES, () => {
    handle = requestIdleCallback(work, { timeout: LONGEST_WAIT_MS });
  });
  return () => {
    callOffFrames();
    if (handle !== undefined) cancelIdleCallback(handle);
  };
}

let tellOfFirstView = (): void => undefined;
const firstView = new Promise<void>((resolve) => {
  tellOfFirstView = resolve;
});

/** To be called when the first view is drawn, which may take many frames. */
export function noteFirstView(): void {
  tellOfFirstView();
}

function firstViewOrLate(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_FIRST_VIEW_MS);
    void firstView.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Ends when a view was drawn, or is late, and {@link whenIdle} does its work: what no view needs at first is loaded after that. */
export async function idle(): Promise<void> {
  await firstViewOrLate();
  return new Promise((resolve) => void whenIdle(resolve));
}
