import type { PolledEvent } from '../store/apply';
import type { State } from '../store/state';
import type { ConnectionStatus } from './status';
import type { PresenceAnswer, QueuePosition } from './transport';
import type { Wake } from './wakes';

/** What the tabs of one browser tell each other (web.md 2.7). */
export type TabMessage =
  /** A new tab asks the leader for its state. */
  | { readonly kind: 'ask'; readonly from: string }
  | { readonly kind: 'state'; readonly to: string; readonly state: State; readonly position: QueuePosition }
  /** An answer of the poll; `after` is the last event before it. */
  | {
      readonly kind: 'events';
      readonly after: number;
      readonly position: QueuePosition;
      readonly events: readonly PolledEvent[];
    }
  /** The leader registered again: the state as it was then. */
  | { readonly kind: 'resumed'; readonly state: State; readonly position: QueuePosition }
  | { readonly kind: 'status'; readonly status: ConnectionStatus }
  | { readonly kind: 'presence'; readonly answer: PresenceAnswer }
  /** Somebody used a tab, at this time. */
  | { readonly kind: 'input'; readonly at: number }
  /** A tab has a reason to ask the service at once, which the leader does. */
  | { readonly kind: 'wake'; readonly wake: Wake };

/** A line to the other tabs; what is posted comes to all but the poster. */
export interface TabChannel {
  post(message: TabMessage): void;
  listen(listener: (message: TabMessage) => void): () => void;
}

/** Asks for the lead. */
export interface TabLocks {
  /** @param lead begins when this tab leads; the lead ends with it */
  lead(signal: AbortSignal, lead: () => Promise<void>): Promise<void>;
  /** Whether another tab waits for the lead: it would go on with this one's queue. */
  isAwaited(): Promise<boolean>;
}

const NAME = 'stoa-live';

/** The browser's own line; other versions of the client speak on others. */
export function browserChannel(version: string): TabChannel {
  const channel = new BroadcastChannel(`${NAME} ${version}`);
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      const receive = ({ data }: MessageEvent<TabMessage>): void => listener(data);
      channel.addEventListener('message', receive);
      return () => channel.removeEventListener('message', receive);
    },
  };
}

/** @returns undefined where the browser has no locks: every tab then registers for itself */
export function browserLocks(version: string): TabLocks | undefined {
  if (!('locks' in navigator)) return undefined;
  return {
    lead: async (signal, lead) => {
      await navigator.locks.request(`${NAME} ${version}`, { signal }, lead);
    },
    isAwaited: async () => {
      const { pending = [] } = await navigator.locks.query();
      return pending.some(({ name }) => name === `${NAME} ${version}`);
    },
  };
}

/** The state as it goes to another tab, which has windows and messages of its own. */
export function sharedState(state: State): State {
  return { ...state, messages: new Map(), windows: new Map() };
}

/** What of a batch is new to who has applied everything up to `own`; undefined if something before it is missing. */
export function newEvents(
  { after, position, events }: Extract<TabMessage, { kind: 'events' }>,
  own: QueuePosition,
): readonly PolledEvent[] | undefined {
  if (position.queueId !== own.queueId || after > own.lastEventId) return undefined;
  return events.filter(({ id }) => id > own.lastEventId);
}
