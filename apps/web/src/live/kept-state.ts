import type { KeptRecord } from '../kept/kept-record';
import type { State } from '../store/state';
import type { Store } from '../store/store';
import type { ConnectionStatus } from './status';

/** Says whose state was kept, by which build of the client, and when (milliseconds of the local clock). */
interface KeptAbout {
  readonly build: string;
  readonly userId: number;
  readonly role: number;
  readonly keptAt: number;
}

/** An older state says too little about now. */
const OLDEST_MS = 14 * 24 * 60 * 60 * 1000;
/** Beyond these, reading the state takes longer than it saves, and the disk is not ours to fill. */
const MOST_USERS = 25_000;
const MOST_UNREAD = 60_000;
/** Soon after the start: most visits are short. */
const FIRST_KEPT_AFTER_MS = 1000;
const KEPT_EVERY_MS = 60_000;

const NOTHING: ReadonlyMap<never, never> = new Map<never, never>();
/** What is worth nothing a moment later, is secret, or would show messages that may be gone by now. */
const NOT_KEPT = {
  // They come with the tokens of their services.
  bots: NOTHING,
  presences: NOTHING,
  presenceLastUpdateId: -1,
  subscribers: NOTHING,
  messages: NOTHING,
  windows: NOTHING,
  typing: NOTHING,
  editing: NOTHING,
  reload: 'none',
} as const satisfies Partial<State>;

/** Every part of a state but `lastMove`, which may be absent: a name that is lacking here does not compile. */
const PARTS: Readonly<Record<keyof Required<Omit<State, 'lastMove'>>, true>> = {
  ...{ userId: true, own: true, users: true, groups: true, statuses: true, bots: true, mutedUsers: true },
  ...{ presences: true, presenceLastUpdateId: true, presenceTime: true, channels: true, subscribers: true },
  ...{ defaultChannels: true, defaultChannelGroups: true, folders: true, topics: true, userTopics: true },
  ...{ messages: true, windows: true, maxMessageId: true, starred: true, recentDirects: true },
  ...{ unreadPlaces: true, unreadTopics: true, unreadDirects: true, unreadMentions: true, unreadWildcards: true },
  ...{ oldUnreadsMissing: true, typing: true, editing: true, drafts: true, scheduled: true, reminders: true },
  ...{ snippets: true, alertWords: true, navigationViews: true, onboardingSteps: true, settings: true },
  ...{ settingsDefaults: true, emoji: true, organization: true, isDeactivated: true, embeddedBots: true },
  ...{ webhookBots: true, service: true, reload: true, listVersions: true },
};

function isAbout(value: unknown): value is KeptAbout {
  return typeof value === 'object' && value !== null && 'build' in value && 'userId' in value && 'keptAt' in value;
}

/** The same build wrote it, so what has the parts of a state is one. */
function isState(parts: object): parts is State {
  return Object.keys(PARTS).every((name) => name in parts);
}

/** The small parts are kept as one. */
const LARGE: readonly string[] = ['users', 'channels', 'unreadPlaces', 'unreadTopics', 'topics', 'groups'];

function partsOf(state: State): ReadonlyMap<string, unknown> {
  const { lastMove: _passed, ...kept } = { ...state, ...NOT_KEPT };
  const large = Object.entries(kept).filter(([name]) => LARGE.includes(name));
  const small = Object.fromEntries(Object.entries(kept).filter(([name]) => !LARGE.includes(name)));
  return new Map<string, unknown>([...large, ['rest', small]]);
}

function stateFrom(parts: ReadonlyMap<string, unknown>): State | undefined {
  const { rest, ...large } = Object.fromEntries(parts);
  const state = { ...large, ...(typeof rest === 'object' ? rest : {}) };
  return isState(state) ? state : undefined;
}

interface KeptStateOptions {
  record: KeptRecord;
  /** Distinguishes builds of the client: another one may mean something else by the same parts. */
  build: string;
  now(): number;
}

/**
 * The state that the browser keeps for the next start (web.md 2.5): one, of the account that was here last. It is shown
 * only to the same account with the same role, after the service said that it is signed in, and until the service has
 * told the present state. It holds no messages.
 */
export class KeptState {
  constructor(private readonly options: KeptStateOptions) {}

  /**
   * @param own asks the service who is signed in
   * @returns undefined if there is none that may be shown
   */
  async read(own: () => Promise<{ user_id: number; role: number }>): Promise<State | undefined> {
    const { record, build, now } = this.options;
    const found = await record.read();
    if (!found || !isAbout(found.about)) return undefined;
    const about = found.about;
    if (about.build !== build || about.keptAt < now() - OLDEST_MS || about.keptAt > now()) return undefined;
    const [account, parts] = await Promise.all([own(), found.parts()]);
    if (account.user_id !== about.userId || account.role !== about.role) return undefined;
    return parts && stateFrom(parts);
  }

  /** Keeps a state; too large a one is not kept, and neither is the one before it. */
  async write(state: State, signal: AbortSignal): Promise<void> {
    const { record, build, now } = this.options;
    if (state.users.size > MOST_USERS || state.unreadPlaces.size > MOST_UNREAD) return record.remove();
    const role = state.users.get(state.userId)?.role;
    if (role === undefined) return;
    const about: KeptAbout = { build, userId: state.userId, role, keptAt: now() };
    await record.write(about, partsOf(state), signal);
  }

  /** Who was here is gone: nothing of it stays. */
  remove(): Promise<void> {
    return this.options.record.remove();
  }
}

interface KeepingOptions {
  kept: KeptState;
  store: Store<State>;
  status: Store<ConnectionStatus>;
  /** One tab keeps for all. */
  isLeading(): boolean;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  signal: AbortSignal;
}

/** Keeps the state soon after the start, and then as often as it changes, but once a minute at most. */
export async function keepState(options: KeepingOptions): Promise<void> {
  const { kept, store, status, isLeading, sleep, signal } = options;
  let last: State | undefined;
  await sleep(FIRST_KEPT_AFTER_MS, signal);
  while (!signal.aborted) {
    const state = store.get();
    if (status.get().kind === 'live' && isLeading() && state !== last) {
      await kept.write(state, signal);
      last = state;
    }
    await sleep(last ? KEPT_EVERY_MS : FIRST_KEPT_AFTER_MS, signal);
  }
}
