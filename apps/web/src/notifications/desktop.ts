import { isOwnAddress } from '../ui/own-address';
import { lookAtPermission, permission } from './permission';

/** What a notification shows. */
export interface Shown {
  readonly title: string;
  readonly body: string;
  /** Another one with the same tag takes its place. */
  readonly tag: string;
  readonly picture?: string | null;
}

export interface Happenings {
  onClick: () => void;
  onClose: () => void;
}

/** A notification that is on the screen. */
export interface OpenNotification {
  close(): void;
}

/** Shows a notification of the browser. @returns undefined where it may not, or cannot */
export function showOnDesktop(
  { title, body, tag, picture }: Shown,
  { onClick, onClose }: Happenings,
): OpenNotification | undefined {
  lookAtPermission();
  if (permission.get() !== 'granted') return undefined;
  const icon = picture && isOwnAddress(picture) ? picture : undefined;
  try {
    // The sound is the client's own.
    const notification = new Notification(title, { body, tag, silent: true, ...(icon ? { icon } : {}) });
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
