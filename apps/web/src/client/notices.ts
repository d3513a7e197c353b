import { Store } from '../store/store';

/** Something that people should know now; it goes by itself. */
export interface Notice {
  readonly id: number;
  readonly text: string;
  /** `problem` unless it says that something was done. */
  readonly kind: 'problem' | 'done';
  /** One thing that can be done about it. */
  readonly action?: NoticeAction;
}

export interface NoticeAction {
  readonly text: string;
  run(): void;
}

const SHOWN_MS = 8000;
let lastId = 0;

export const notices = new Store<readonly Notice[]>([]);

export function dismiss(id: number): void {
  notices.update((shown) => shown.filter((notice) => notice.id !== id));
}

function show(notice: Omit<Notice, 'id'>): void {
  const id = ++lastId;
  notices.update((shown) => [...shown, { ...notice, id }]);
  setTimeout(() => dismiss(id), SHOWN_MS);
}

/** Says for some seconds what went wrong. */
export function notify(text: string): void {
  show({ text, kind: 'problem' });
}

/** Says for some seconds what was done, and how to take it back. */
export function confirmDone(text: string, action?: NoticeAction): void {
  show({ text, kind: 'done', action });
}

/** Says how far something has come that takes long, in one notice that goes when it ends. */
export function progressNotice(): { tell(text: string): void; end(): void } {
  const id = ++lastId;
  return {
    tell: (text) => notices.update((shown) => [...shown.filter((one) => one.id !== id), { id, text, kind: 'done' }]),
    end: () => dismiss(id),
  };
}
