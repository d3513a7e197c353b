import type { NoteData, WorkerNote } from './worker-notes';

/** A window of the client, as the worker sees it. */
interface Page {
  readonly focused: boolean;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  postMessage(note: WorkerNote): void;
}

/** What the worker needs of its scope. */
export interface Pages {
  matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Page[]>;
  openWindow(url: string): Promise<unknown>;
}

interface Note {
  readonly tag: string;
  readonly data: unknown;
}

function isNoteData(value: unknown): value is NoteData {
  return typeof value === 'object' && value !== null && 'messageId' in value && 'hash' in value;
}

/** The window that was used last, as far as the browser tells. */
function bestOf(pages: readonly Page[]): Page | undefined {
  return (
    pages.find(({ focused }) => focused) ??
    pages.find(({ visibilityState }) => visibilityState === 'visible') ??
    pages.at(0)
  );
}

/**
 * Leads to what a notification is about: in a window that is open, even one that sleeps, else in a new one.
 * @throws DOMException if the browser opens no window
 */
export async function openFrom(pages: Pages, { tag, data }: Note): Promise<void> {
  if (!isNoteData(data)) return;
  const page = bestOf(await pages.matchAll({ type: 'window', includeUncontrolled: true }));
  if (!page) {
    await pages.openWindow(`/${data.hash}`);
    return;
  }
  // First, so that the page goes there even if the browser does not let it come to the front.
  page.postMessage({ kind: 'notification-click', tag, data });
  await page.focus();
}

/** Every window hears that a notification was put away: one of them counts its messages. */
export async function tellClosed(pages: Pages, { tag, data }: Note): Promise<void> {
  if (!isNoteData(data)) return;
  for (const page of await pages.matchAll({ type: 'window', includeUncontrolled: true })) {
    page.postMessage({ kind: 'notification-close', tag, data });
  }
}
