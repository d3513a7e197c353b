import { Store } from '../store/store';

/** Something that people should know now; it goes by itself. */
export interface Notice {
  readonly id: number;
  readonly text: string;
}

const SHOWN_MS = 8000;
let lastId = 0;

export const notices = new Store<readonly Notice[]>([]);

/** Says something for some seconds. */
export function notify(text: string): void {
  const notice = { id: ++lastId, text };
  notices.update((shown) => [...shown, notice]);
  setTimeout(() => notices.update((shown) => shown.filter(({ id }) => id !== notice.id)), SHOWN_MS);
}
