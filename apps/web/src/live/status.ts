import type { Store } from '../store/store';

/** How far what is shown can be trusted. Times are milliseconds of the local clock. */
export type ConnectionStatus =
  /** There is no state yet. */
  | { readonly kind: 'connecting'; readonly since: number; readonly retryAt?: number }
  | { readonly kind: 'live'; readonly heardAt: number }
  /** The queue waits, but the service does not answer. */
  | { readonly kind: 'reconnecting'; readonly since: number; readonly retryAt: number }
  /** The queue is gone: the state is being fetched again, the old one stays on the screen. */
  | { readonly kind: 'resuming'; readonly since: number; readonly retryAt?: number }
  /** The session has ended: the code of the refusal that said so. */
  | { readonly kind: 'signed-out'; readonly code: string };

/** Of the tab, for whoever looks for what is wrong. */
export interface ConnectionFacts {
  /** It asks the service for all tabs of the browser, or there are no others. */
  readonly isLeading: boolean;
  /** Everything up to this event has been applied; undefined before there is a queue. */
  readonly lastEventId?: number;
}

const BANNER_AFTER_MS = { connecting: 3000, reconnecting: 3000, resuming: 2000 } as const;

/** When a banner is due: a short interruption needs none (web.md 2.3, 2.5). Undefined for never. */
export function bannerDueAt(status: ConnectionStatus): number | undefined {
  return 'since' in status ? status.since + BANNER_AFTER_MS[status.kind] : undefined;
}

/** Does something each time the connection comes to live; hearing more on one that is live is nothing new. */
export function whenLive(status: Pick<Store<ConnectionStatus>, 'get' | 'subscribe'>, work: () => void): void {
  let last = status.get().kind;
  status.subscribe(() => {
    const { kind } = status.get();
    if (kind === 'live' && last !== 'live') work();
    last = kind;
  });
}

/** Since when the service was not heard, for a failure now. */
export function failingSince(status: ConnectionStatus, now: number): number {
  return 'since' in status ? status.since : now;
}
