/** What a notification of the worker's carries: where it leads. */
export interface NoteData {
  readonly messageId: number;
  /** Its address, from `#` on: what a window that has to be opened begins with. */
  readonly hash: string;
}

/** What the worker tells a page. */
export interface WorkerNote {
  readonly kind: 'notification-click' | 'notification-close';
  readonly tag: string;
  readonly data: NoteData;
}

export function isWorkerNote(value: unknown): value is WorkerNote {
  return typeof value === 'object' && value !== null && 'kind' in value && 'tag' in value && 'data' in value;
}
