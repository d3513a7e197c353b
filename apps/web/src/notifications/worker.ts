import { scriptAddress } from '../api/script-address';
import { type NoteData, isWorkerNote } from './worker-notes';

/** Where the gateway serves the worker: its place decides that it is responsible for the whole client. */
const ADDRESS = '/notification-worker.js';

let registered: Promise<ServiceWorkerRegistration> | undefined;
let registration: ServiceWorkerRegistration | undefined;

/** The worker that shows notifications, once it is there; browsers without one show them by the page itself. */
export function workerRegistration(): ServiceWorkerRegistration | undefined {
  return registration?.active ? registration : undefined;
}

/** Registers the worker, once for each page. @throws DOMException where the browser does not want it */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  registered ??= navigator.serviceWorker.register(scriptAddress(ADDRESS));
  registration = await registered;
}

/** Calls back when a notification was pressed and the worker chose this page to show what it is about. */
export function onNoteClick(listener: (data: NoteData) => void, signal: AbortSignal): void {
  if (!('serviceWorker' in navigator)) return;
  const hear = ({ data: note }: MessageEvent<unknown>): void => {
    if (isWorkerNote(note) && note.kind === 'notification-click') listener(note.data);
  };
  navigator.serviceWorker.addEventListener('message', hear, { signal });
}
