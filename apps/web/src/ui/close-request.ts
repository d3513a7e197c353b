import { useEffect, useEffectEvent } from 'react';

/** Of browsers that have it: tells of the gesture that goes back. */
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

/** Tells of Escape as well, for as long as something lies over the page. */
export function useCloseRequest(isOver: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOver) return undefined;
    const unheed = heedCloseRequest(() => close());
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('.popover, .dialog, .menu'))
        return;
      event.preventDefault();
      close();
    };
    // Before the keys of the view, which would act on what lies beneath.
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      unheed();
    };
  }, [isOver]);
}
