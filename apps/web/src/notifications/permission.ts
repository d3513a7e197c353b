import { Store } from '../store/store';

/** Whether the browser shows notifications of this page; `none` where it has none. */
export type Permission = NotificationPermission | 'none';

function current(): Permission {
  return 'Notification' in globalThis ? Notification.permission : 'none';
}

export const permission = new Store<Permission>(current());

/** Asks the person, by the browser; only in answer to a click. */
export async function askPermission(): Promise<void> {
  await Notification.requestPermission();
  permission.set(current());
}

/** It may have been changed in the browser's own settings since. */
export function lookAtPermission(): void {
  permission.set(current());
}
