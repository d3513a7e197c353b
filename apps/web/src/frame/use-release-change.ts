import { useEffect } from 'react';
import { type Client, useClient } from '../client/client';
import { typedTarget } from '../compose/target';
import { isUploading } from '../compose/uploads';
import { isDialogOpen } from '../ui/dialogs-open';
import { edits } from '../views/conversation/actions/editing';

/** Milliseconds out of sight after which nobody notices that the page is loaded anew. */
const HIDDEN_MS = 60_000;
/** A page that was loaded anew for a release is not loaded for another one within this time: replicas may differ. */
const ONE_RELEASE_MS = 5 * 60_000;
const LAST = 'stoa last release';

function isTyping(): boolean {
  const { activeElement } = document;
  const isField = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
  return typedTarget.get() !== undefined || edits.get().size > 0 || (isField && activeElement.value !== '');
}

function isPlaying(): boolean {
  return [...document.querySelectorAll<HTMLMediaElement>('video, audio')].some(({ paused }) => !paused);
}

/** Whether somebody is in the middle of something that a new page would not take along. */
function isBusy(): boolean {
  return isTyping() || isPlaying() || isUploading() || isDialogOpen();
}

/** Whoever reads in the middle of the history stays there. */
function isInTheMiddle({ loader }: Pick<Client, 'loader'>): boolean {
  return loader.shownKeys().some((key) => typeof loader.places.get(key) === 'object');
}

function reload(): void {
  if (Date.now() - Number(sessionStorage.getItem(LAST) ?? 0) < ONE_RELEASE_MS) return;
  sessionStorage.setItem(LAST, String(Date.now()));
  location.reload();
}

/**
 * Loads the code of another release when that disturbs nobody: on the way to another view, or while the page has not been
 * seen for a minute (web.md 2.8). Until then a banner offers it.
 */
export function useReleaseChange(isDue: boolean): void {
  const { loader } = useClient();
  useEffect(() => {
    if (!isDue) return undefined;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onVisibility = (): void => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') return;
      timer = setTimeout(() => isBusy() || isInTheMiddle({ loader }) || reload(), HIDDEN_MS);
    };
    // Before the view changes, and puts away what was being done in it.
    const onWay = { signal: leaving.signal, capture: true };
    window.addEventListener('hashchange', () => isBusy() || reload(), onWay);
    document.addEventListener('visibilitychange', onVisibility, { signal: leaving.signal });
    onVisibility();
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [isDue, loader]);
}
