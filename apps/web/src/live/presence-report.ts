import type { Clock } from '../api/backoff';
import { isPassing } from '../api/backoff';
import { RequestRefused } from '../api/failures';
import { changed } from '../store/apply';
import { presencesOf } from '../store/snapshot';
import type { State } from '../store/state';
import type { Store } from '../store/store';
import type { PresenceAnswer, Transport } from './transport';

const ACTIVE_FOR_MS = 5 * 60_000;

/** What the user did last, in any tab. */
export class Activity {
  private at: number;
  private isNew = true;
  private listener: (() => void) | undefined;

  constructor(private readonly clock: Clock) {
    this.at = clock.now();
  }

  /** Input or focus. Becoming active again is reported at once. */
  note(at = this.clock.now()): void {
    const wasIdle = this.clock.now() - this.at >= ACTIVE_FOR_MS;
    this.at = Math.max(this.at, at);
    this.isNew = true;
    if (wasIdle) this.listener?.();
  }

  onReturn(listener: (() => void) | undefined): void {
    this.listener = listener;
  }

  /** What to report; what is new is new once. */
  take(): { status: 'active' | 'idle'; new_user_input: boolean } {
    const status = this.clock.now() - this.at < ACTIVE_FOR_MS ? 'active' : 'idle';
    const new_user_input = this.isNew && status === 'active';
    this.isNew = false;
    return { status, new_user_input };
  }
}

export interface PresenceOptions {
  transport: Pick<Transport, 'reportPresence'>;
  store: Store<State>;
  clock: Clock;
  activity: Activity;
  /** Whether anybody looks at who is there: else nothing comes back. */
  isWatched(): boolean;
  /** Passes an answer on to the other tabs. */
  share(answer: PresenceAnswer): void;
  signal: AbortSignal;
}

/** Reports the own presence every `server_presence_ping_interval_seconds`, and takes in that of the others (web.md 2.16). */
export async function reportPresences(options: PresenceOptions): Promise<void> {
  const { clock, activity, signal, store } = options;
  while (!signal.aborted) {
    await reportOnce(options);
    const cut = new AbortController();
    activity.onReturn(() => cut.abort());
    const interval = store.get().organization.server_presence_ping_interval_seconds * 1000;
    try {
      await clock.sleep(interval, AbortSignal.any([signal, cut.signal]));
    } catch (error) {
      if (!cut.signal.aborted || signal.aborted) throw error;
    }
  }
}

/** Fire and forget: the next report makes good for one that failed, and the poll knows of a session that ended. */
async function reportOnce({ transport, store, activity, isWatched, share, signal }: PresenceOptions): Promise<void> {
  const report = { ...activity.take(), ping_only: !isWatched(), last_update_id: store.get().presenceLastUpdateId };
  try {
    const answer = await transport.reportPresence(report, signal);
    store.update((state) => withPresence(state, answer));
    share(answer);
  } catch (error) {
    if (!isPassing(error) && !(error instanceof RequestRefused)) throw error;
  }
}

/** The state after an answer about presence: everybody's age counts from its time. */
export function withPresence(state: State, answer: PresenceAnswer): State {
  const { presences, presence_last_update_id, server_timestamp } = answer;
  if (presences === undefined || server_timestamp === undefined) return state;
  return changed(state, (draft) => {
    const known = draft.write('presences');
    for (const [id, presence] of presencesOf(presences)) known.set(id, presence);
    draft.set('presenceLastUpdateId', presence_last_update_id);
    draft.set('presenceTime', server_timestamp);
  });
}
