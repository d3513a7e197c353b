import { getOwnUser, logOut } from '@stoa/contracts/users';
import { systemClock } from '../api/backoff';
import { call } from '../api/client';
import { RequestRefused } from '../api/failures';
import { retryParts } from '../api/parts';
import type { Client } from '../client/client';
import { notify } from '../client/notices';
import { forgetOfAccount } from '../client/remembered';
import { idle } from '../client/when-idle';
import { KeptValues } from '../kept/kept-values';
import { Connection } from '../live/connection';
import { keepState } from '../live/kept-state';
import { Activity } from '../live/presence-report';
import { type ConnectionStatus, whenLive } from '../live/status';
import { type TabChannel, browserChannel, browserLocks } from '../live/tabs';
import { serviceTransport } from '../live/transport';
import { Wakes, watchClock, watchPage } from '../live/wakes';
import type { Notifier } from '../notifications/notifier';
import { Outbox } from '../outbox/outbox';
import { ownershipByLocks } from '../outbox/ownership';
import type { SignedOut } from '../pages/signed-out';
import { notePolicy } from '../parts/sent-note';
import { type PolledEvent, isKnown } from '../store/apply';
import type { State } from '../store/state';
import { Store } from '../store/store';
import { t } from '../strings/strings';
import type { LiveSearch } from '../windows/live-search';
import { MessageLoader } from '../windows/message-loader';
import { applyToWindows } from '../windows/window-events';
import { makeKeptState, showKept } from './kept-start';

/** Tabs understand each other when they speak the same of these. */
const TABS_VERSION = '1';
const INPUT = ['pointerdown', 'keydown', 'focus'];

/** Faults of this client, for whoever looks at the browser's console. */
function log(error: unknown): void {
  reportError(error);
}

/** Other tabs are told of use this often at most. */
const TELL_INPUT_MS = 10_000;

/** Use of this tab counts in all of them: the one that leads reports it. */
function watchInput(activity: Activity, channel: TabChannel | undefined, signal: AbortSignal): void {
  let toldAt = 0;
  const note = (): void => {
    const at = systemClock.now();
    activity.note(at);
    if (at - toldAt < TELL_INPUT_MS) return;
    toldAt = at;
    channel?.post({ kind: 'input', at });
  };
  for (const name of INPUT) window.addEventListener(name, note, { signal, passive: true });
}

/** A page that is kept to come back keeps its queue. */
function watchLeaving(connection: Connection, signal: AbortSignal): void {
  window.addEventListener('pagehide', (event) => event.persisted || connection.leave(), { signal });
  connection.lookForHeirs().catch((error: unknown) => {
    if (!signal.aborted) log(error);
  });
}

interface Parts {
  status: Store<ConnectionStatus>;
  wakes: Wakes;
  signal: AbortSignal;
  /** There is one as soon as there is a state. */
  loader: () => MessageLoader | undefined;
  /** Likewise; these are loaded when everything else is there. */
  search: () => Promise<LiveSearch> | undefined;
  notifier: () => Promise<Notifier> | undefined;
  outbox: () => Outbox | undefined;
}

/** Ids of new messages. */
function arrivedIn(events: readonly PolledEvent[]): number[] {
  return events.flatMap((event) => (isKnown(event) && event.type === 'message' ? [event.message.id] : []));
}

/** New messages that name what the tab which sent them called them. */
function namedIn(events: readonly PolledEvent[]) {
  return events.flatMap((event) =>
    isKnown(event) && event.type === 'message' && event.local_message_id !== undefined
      ? [{ id: event.message.id, localId: event.local_message_id }]
      : [],
  );
}

function makeConnection({ status, wakes, signal, loader, search, notifier, outbox }: Parts): Connection {
  const activity = new Activity(systemClock);
  watchPage(window, wakes, signal);
  watchClock(systemClock, wakes, signal).catch((error: unknown) => {
    if (!signal.aborted) log(error);
  });
  const locks = browserLocks(TABS_VERSION);
  const channel = locks && browserChannel(TABS_VERSION);
  watchInput(activity, channel, signal);
  const connection = new Connection({
    transport: serviceTransport,
    clock: systemClock,
    random: Math.random,
    status,
    wakes,
    activity,
    tabs: locks && channel && { id: crypto.randomUUID(), channel, locks },
    extensions: [applyToWindows],
    openWindows: () => loader()?.shownKeys() ?? [],
    // Windows that are marked stale are opened again by the views that show them.
    onRefetch: () => undefined,
    onComing: (events) => outbox()?.recognize(namedIn(events)),
    onEvents: (events) => {
      void search()?.then((loaded) => loaded.note(arrivedIn(events)), log);
      void notifier()?.then((loaded) => loaded.note(events), log);
    },
    isPresenceWatched: () => document.visibilityState === 'visible',
    log,
    signal,
  });
  watchLeaving(connection, signal);
  return connection;
}

const REASONS: Readonly<Record<string, SignedOut>> = {
  REALM_DEACTIVATED: 'organization-deactivated',
  USER_DEACTIVATED: 'account-deactivated',
};

/** Nobody may register as this client does, so the refusal can name a parameter instead of what is missing. */
async function isSignedIn(): Promise<boolean> {
  try {
    await call(getOwnUser, {});
    return true;
  } catch (error) {
    if (error instanceof RequestRefused && error.isSignedOut) return false;
    throw error;
  }
}

/**
 * Waits until the connection ends.
 * @throws RequestRefused when the service does not want this client
 */
async function endOf(connection: Connection, status: Store<ConnectionStatus>): Promise<SignedOut> {
  try {
    await connection.run();
  } catch (error) {
    if (error instanceof RequestRefused && !(await isSignedIn())) return 'session-ended';
    throw error;
  }
  const last = status.get();
  return (last.kind === 'signed-out' && REASONS[last.code]) || 'session-ended';
}

/** An event that takes longer is not ours to get, as of a channel to which one is not subscribed. */
const LONGEST_ARRIVAL_MS = 60_000;

/** An open poll that has not brought it by then may be dead (web.md 2.3). */
const LATE_ARRIVAL_MS = 5_000;

interface Arrival {
  wakes: Wakes;
  signal: AbortSignal;
}

/** Waits until the store has a message, or it is too late for that. */
function arrivalIn(store: Store<State>, messageId: number, { wakes, signal }: Arrival): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (store.get().messages.has(messageId)) done();
    };
    const unsubscribe = store.subscribe(check);
    const timer = setTimeout(done, LONGEST_ARRIVAL_MS);
    const doubt = setTimeout(() => wakes.wake('doubt'), LATE_ARRIVAL_MS);
    function done(): void {
      unsubscribe();
      clearTimeout(timer);
      clearTimeout(doubt);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
    check();
  });
}

/**
 * Connects, and keeps up with what happens until the signal.
 * @param onSignedOut called once when the session has ended, here or elsewhere
 * @returns the client, or why there is none
 */
export async function startClient(
  signal: AbortSignal,
  onSignedOut: (reason: SignedOut) => void,
): Promise<Client | SignedOut> {
  const running = new AbortController();
  signal.addEventListener('abort', () => running.abort());
  const status = new Store<ConnectionStatus>({ kind: 'connecting', since: systemClock.now() });
  whenLive(status, retryParts);
  const shown: {
    loader?: MessageLoader;
    search?: Promise<LiveSearch>;
    notifier?: Promise<Notifier>;
    outbox?: Outbox;
  } = {};
  const wakes = new Wakes();
  const connection = makeConnection({
    ...{ status, wakes, signal: running.signal },
    loader: () => shown.loader,
    search: () => shown.search,
    notifier: () => shown.notifier,
    outbox: () => shown.outbox,
  });
  const keptState = makeKeptState();
  const ended = showKept(connection, keptState, { clock: systemClock, log }).then(() => endOf(connection, status));
  const store = await Promise.race([connection.ready, ended]);
  if (typeof store === 'string') {
    forgetOfAccount();
    await keptState.remove().catch(log);
    return store === 'session-ended' ? 'nobody' : store;
  }
  const loader = new MessageLoader(store, running.signal);
  shown.loader = loader;
  // What is not on the screen is loaded after what is; events that come before wait for it.
  const painted = idle();
  shown.search = painted
    .then(() => import('./search-start'))
    .then(({ makeLiveSearch }) => makeLiveSearch(store, loader, running.signal, log));
  shown.notifier = painted
    .then(() => import('../notifications/start-notifier'))
    .then(({ startNotifier }) => startNotifier({ store, loader, signal: running.signal }, () => connection.leads));
  const owner = `${location.host} ${store.get().userId}`;
  const kept = new KeptValues(owner);
  const outbox = new Outbox({
    ...{ kept, signal: running.signal, ownership: ownershipByLocks(owner, running.signal) },
    arrival: (id) => arrivalIn(store, id, { wakes, signal: running.signal }),
    onSent: (message, policy) => notePolicy(client, message, policy),
    queueId: () => connection.queueId,
  });
  shown.outbox = outbox;
  await outbox.resume();
  /** Nothing is written any more, and what was kept goes. */
  const forget = async (): Promise<void> => {
    running.abort();
    forgetOfAccount();
    await keptState.remove().catch(log);
  };
  const leave = (reason: SignedOut): void => {
    if (signal.aborted || running.signal.aborted) return;
    void forget();
    onSignedOut(reason);
  };
  ended.then(leave, (error: unknown) => {
    log(error);
    leave('session-ended');
  });
  const signOut = async (): Promise<void> => {
    let providerUrl: string | undefined;
    try {
      ({ provider_url: providerUrl } = await call(logOut, {}));
    } catch (error) {
      // It may have ended elsewhere; anything else means that it goes on.
      if (!(error instanceof RequestRefused && error.isSignedOut)) return notify(t('frame.notSignedOut'));
    }
    const hasLeft = signal.aborted || running.signal.aborted;
    // Before the page says so, or another takes its place: people close it then, and the browser ends what is under way.
    await Promise.all([kept.clear(), forget()]);
    if (!hasLeft) onSignedOut('signed-out');
    // The identity provider is left, too, where the organization wants that.
    if (providerUrl !== undefined) location.assign(providerUrl);
  };
  keepState({
    ...{ kept: keptState, store, status, isLeading: () => connection.leads },
    ...{ sleep: systemClock.sleep, signal: running.signal },
  }).catch((error: unknown) => {
    if (!running.signal.aborted) log(error);
  });
  const tryNow = (): void => wakes.wake(status.get().kind === 'live' ? 'doubt' : 'hint');
  const client = {
    ...{ store, status, kept, outbox, loader, signOut, tryNow },
    ...{ connection: () => connection.facts, signal: running.signal },
  };
  return client;
}
