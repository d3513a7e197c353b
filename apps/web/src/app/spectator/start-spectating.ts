import { ALL_CAPABILITIES, registerQueue } from '@stoa/contracts/users';
import { systemClock } from '../../api/backoff';
import { call } from '../../api/client';
import { isPassing } from '../../api/backoff';
import type { Client } from '../../client/client';
import { isBoolean, remembered } from '../../client/remembered';
import { KeptValues } from '../../kept/kept-values';
import { resumedState } from '../../live/resume';
import { type ConnectionStatus, failingSince } from '../../live/status';
import { Outbox } from '../../outbox/outbox';
import { ownershipByLocks } from '../../outbox/ownership';
import { FETCHED_TYPES, snapshotState } from '../../store/snapshot';
import type { State } from '../../store/state';
import { Store } from '../../store/store';
import { languageInUse } from '../../strings/strings';
import { MessageLoader } from '../../windows/message-loader';

/** Nothing tells a spectator what happens, so what is shown is asked for again. */
const REFRESH_MS = 60_000;
const Theme = { Automatic: 1, Dark: 2, Light: 3 } as const;

/** Whether spectators read on dark ground here; otherwise the page follows the system. */
export const spectatorIsDark = remembered('spectator.dark', false, isBoolean);
/** The language that they chose here; empty for the browser's. */
export const spectatorLanguage = remembered(
  'spectator.language',
  '',
  (value): value is string => typeof value === 'string',
);

/** The look is the device's: there is no account that has settings. */
function withLook(state: State): State {
  const settings = {
    ...state.settings,
    color_scheme: spectatorIsDark.get() ? Theme.Dark : Theme.Automatic,
    default_language: spectatorLanguage.get() || languageInUse(),
  };
  return { ...state, settings };
}

/** @throws RequestRefused where only members read */
async function register(signal: AbortSignal): Promise<State> {
  const request = {
    apply_markdown: true,
    client_gravatar: false,
    include_subscribers: 'false' as const,
    fetch_event_types: [...FETCHED_TYPES],
    client_capabilities: ALL_CAPABILITIES,
  };
  return withLook(snapshotState(await call(registerQueue, request, { signal })));
}

interface Spectating {
  store: Store<State>;
  status: Store<ConnectionStatus>;
  loader: MessageLoader;
  signal: AbortSignal;
}

/** Asks for everything again while the page is seen; what is shown stays until it is there. */
async function refresh({ store, status, loader, signal }: Spectating): Promise<void> {
  try {
    const fresh = await register(signal);
    store.set(resumedState(store.get(), fresh, loader.shownKeys()).state);
    status.set({ kind: 'live', heardAt: systemClock.now() });
  } catch (error) {
    if (signal.aborted) return;
    // The next round asks again; meanwhile people are told that what they see may be old.
    const now = systemClock.now();
    status.set({ kind: 'reconnecting', since: failingSince(status.get(), now), retryAt: now + REFRESH_MS });
    if (!isPassing(error)) reportError(error);
  }
}

async function keepFresh(spectating: Spectating): Promise<void> {
  const { signal } = spectating;
  let seenAt = systemClock.now();
  const look = (): void => {
    if (document.visibilityState !== 'visible' || systemClock.now() - seenAt < REFRESH_MS) return;
    seenAt = systemClock.now();
    void refresh(spectating);
  };
  document.addEventListener('visibilitychange', look, { signal });
  while (!signal.aborted) {
    await systemClock.sleep(REFRESH_MS, signal);
    look();
  }
}

/**
 * Reads what an organization shows to everybody, until the signal (web.md 6).
 * @throws RequestRefused where only members read
 */
export async function startSpectating(signal: AbortSignal): Promise<Client> {
  const store = new Store(await register(signal));
  const follow = (): void => store.update(withLook);
  for (const choice of [spectatorIsDark, spectatorLanguage]) signal.addEventListener('abort', choice.subscribe(follow));
  const status = new Store<ConnectionStatus>({ kind: 'live', heardAt: systemClock.now() });
  const loader = new MessageLoader(store, signal);
  // A spectator writes nothing, so nothing is ever in these.
  const owner = `${location.host} spectator`;
  const kept = new KeptValues(owner);
  const ownership = ownershipByLocks(owner, signal);
  const outbox = new Outbox({ kept, signal, ownership, arrival: () => Promise.resolve() });
  keepFresh({ store, status, loader, signal }).catch((error: unknown) => {
    if (!signal.aborted) reportError(error);
  });
  const nothing = (): void => undefined;
  return {
    ...{ store, status, loader, kept, outbox, signal, tryNow: nothing },
    ...{ connection: () => ({ isLeading: true }), signOut: () => Promise.resolve() },
  };
}
