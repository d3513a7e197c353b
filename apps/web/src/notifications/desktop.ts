import { isOwnAddress } from '../ui/own-address';
import { lookAtPermission, permission } from './permission';
import { workerRegistration } from './worker';
import { type NoteData, isWorkerNote } from './worker-notes';

/** What a notification shows. */
export interface Shown {
  readonly title: string;
  readonly body: string;
  /** Another one with the same tag takes its place. */
  readonly tag: string;
  readonly picture?: string | null;
  /** Where it leads when the page that shows it sleeps or is gone; without it only that page shows it. */
  readonly data?: NoteData;
}

export interface Happenings {
  onClick: () => void;
  onClose: () => void;
}

/** A notification that is on the screen. */
export interface OpenNotification {
  close(): void;
}

type Options = NotificationOptions & { tag: string };

/** Who hears that the worker's notification of a tag was put away: one that takes its place takes this one, too. */
const closings = new Map<string, () => void>();

function hearClosed({ data: note }: MessageEvent<unknown>): void {
  if (!isWorkerNote(note) || note.kind !== 'notification-close') return;
  closings.get(note.tag)?.();
  closings.delete(note.tag);
}

/** Shown by the worker: a click finds its way in every browser, and after this page fell asleep (`onNoteClick`). */
function showByWorker(
  worker: ServiceWorkerRegistration,
  title: string,
  options: Options,
  onClose: () => void,
): OpenNotification {
  const { tag } = options;
  closings.set(tag, onClose);
  // Added again it is still one.
  navigator.serviceWorker.addEventListener('message', hearClosed);
  const shown = worker.showNotification(title, options);
  shown.catch(reportError);
  const close = async (): Promise<void> => {
    closings.delete(tag);
    await shown;
    for (const open of await worker.getNotifications({ tag })) open.close();
  };
  return { close: () => void close().catch(reportError) };
}

function showByPage(title: string, options: Options, { onClick, onClose }: Happenings): OpenNotification | undefined {
  try {
    const notification = new Notification(title, options);
    notification.addEventListener('click', () => {
      window.focus();
      onClick();
      notification.close();
    });
    notification.addEventListener('close', onClose);
    return notification;
  } catch (error) {
    // Browsers of phones have the constructor and refuse it.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Shows a notification of the browser. @returns undefined where it may not, or cannot */
export function showOnDesktop(
  { title, body, tag, picture, data }: Shown,
  happenings: Happenings,
): OpenNotification | undefined {
  lookAtPermission();
  if (permission.get() !== 'granted') return undefined;
  const icon = picture && isOwnAddress(picture) ? picture : undefined;
  // The sound is the client's own.
  const options = { body, tag, silent: true, ...(icon ? { icon } : {}), ...(data ? { data } : {}) };
  const worker = data && workerRegistration();
  return worker ? showByWorker(worker, title, options, happenings.onClose) : showByPage(title, options, happenings);
}
