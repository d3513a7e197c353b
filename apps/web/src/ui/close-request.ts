import { useEffect, useEffectEvent } from 'react';

/** Of browsers that have it: tells of the gesture that goes back, and of Escape. */
interface CloseWatcher extends EventTarget {
  destroy(): void;
}
type CloseWatcherClass = new () => CloseWatcher;

function isCloseWatcherClass(value: unknown): value is CloseWatcherClass {
  return typeof value === 'function';
}

/**
 * Tells once when the browser wants what lies over the page to be closed, as by the gesture that goes back on phones.
 * @returns ends that
 */
export function heedCloseRequest(onClose: () => void): () => void {
  const Watcher: unknown = Reflect.get(globalThis, 'CloseWatcher');
  if (!isCloseWatcherClass(Watcher)) return () => undefined;
  const watcher = new Watcher();
  watcher.addEventListener('close', onClose);
  return () => watcher.destroy();
}

/** The same for as long as something lies over the page. */
export function useCloseRequest(isOver: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => (isOver ? heedCloseRequest(() => close()) : undefined), [isOver]);
}
