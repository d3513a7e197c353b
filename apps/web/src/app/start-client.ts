import { logOut } from '@stoa/contracts/users';
import { systemClock } from '../api/backoff';
import { call } from '../api/client';
import { RequestRefused } from '../api/failures';
import type { Client } from '../client/client';
import { notify } from '../client/notices';
import { Connection } from '../live/connection';
import { Activity } from '../live/presence-report';
import type { ConnectionStatus } from '../live/status';
import { browserChannel, browserLocks } from '../live/tabs';
import { serviceTransport } from '../live/transport';
import { Wakes, watchClock, watchPage } from '../live/wakes';
import { Outbox } from '../outbox/outbox';
import type { State } from '../store/state';
import { Store } from '../store/store';
import { t } from '../strings/strings';
import { MessageLoader } from '../windows/message-loader';
import { applyToWindows } from '../windows/window-events';

/** Tabs understand each other when they speak the same of these. */
const TABS_VERSION = '1';
const INPUT = ['pointerdown', 'keydown', 'focus'];

/** Faults of this client, for whoever looks at the browser's console. */
function log(error: unknown): void {
  reportError(error);
}

function watchInput(activity: Activity, signal: AbortSignal): void {
  for (const name of INPUT) window.addEventListener(name, () => activity.note(), { signal, passive: true });
}

interface Parts {
  status: Store<ConnectionStatus>;
  signal: AbortSignal;
  /** There is one as soon as there is a state. */
  loader: () => MessageLoader | undefined;
}

function makeConnection({ status, signal, loader }: Parts): Connection {
  const wakes = new Wakes();
  const activity = new Activity(systemClock);
  watchPage(window, wakes, signal);
  watchInput(activity, signal);
  watchClock(systemClock, wakes, signal).catch((error: unknown) => {
    if (!signal.aborted) log(error);
  });
  const locks = browserLocks(TABS_VERSION);
  return new Connection({
    transport: serviceTransport,
    clock: systemClock,
    random: Math.random,
    status,
    wakes,
    activity,
    tabs: locks && { id: crypto.randomUUID(), channel: browserChannel(TABS_VERSION), locks },
    extensions: [applyToWindows],
    openWindows: () => loader()?.shownKeys() ?? [],
    // Windows that are marked stale are opened again by the views that show them.
    onRefetch: () => undefined,
    isPresenceWatched: () => false,
    log,
    signal,
  });
}

/** Waits for the first state, or for the end of the session. */
async function firstState(connection: Connection, ended: Promise<unknown>): Promise<Store<State> | undefined> {
  return Promise.race([connection.ready, ended.then(() => undefined)]);
}

/**
 * Connects, and keeps up with what happens until the signal.
 * @param onSignedOut called once when the session has ended, here or elsewhere
 * @returns undefined when nobody is signed in
 */
export async function startClient(signal: AbortSignal, onSignedOut: () => void): Promise<Client | undefined> {
  const running = new AbortController();
  signal.addEventListener('abort', () => running.abort());
  const status = new Store<ConnectionStatus>({ kind: 'connecting', since: systemClock.now() });
  const shown: { loader?: MessageLoader } = {};
  const connection = makeConnection({ status, signal: running.signal, loader: () => shown.loader });
  // Who has no session is refused as somebody anonymous would be.
  const ended = connection.run().catch((error: unknown) => {
    if (!(error instanceof RequestRefused)) log(error);
  });
  const store = await firstState(connection, ended);
  if (!store) return undefined;
  const loader = new MessageLoader(store, running.signal);
  shown.loader = loader;
  const outbox = new Outbox({ owner: `${location.host} ${store.get().userId}`, signal: running.signal });
  await outbox.resume();
  void ended.then(() => {
    if (signal.aborted || running.signal.aborted) return;
    running.abort();
    onSignedOut();
  });
  const signOut = async (): Promise<void> => {
    try {
      await call(logOut, {});
    } catch (error) {
      // It may have ended elsewhere; anything else means that it goes on.
      if (!(error instanceof RequestRefused && error.isSignedOut)) return notify(t('frame.notSignedOut'));
    }
    running.abort();
    onSignedOut();
  };
  return { store, status, outbox, loader, signOut };
}
