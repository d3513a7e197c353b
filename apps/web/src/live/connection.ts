import { type Clock, type Random, retried } from '../api/backoff';
import { RequestRefused } from '../api/failures';
import type { Extension, PolledEvent } from '../store/apply';
import { snapshotState } from '../store/snapshot';
import type { State } from '../store/state';
import { Store } from '../store/store';
import { deliverEvents } from './deliver';
import { type LoopEnd, PollLoop } from './poll-loop';
import { type Activity, reportPresences, withPresence } from './presence-report';
import { resumedState } from './resume';
import { type ConnectionFacts, type ConnectionStatus, failingSince } from './status';
import { type TabChannel, type TabLocks, type TabMessage, newEvents, sharedState } from './tabs';
import type { QueuePosition, Transport } from './transport';
import type { Wake, Wakes } from './wakes';

export interface ConnectionOptions {
  transport: Transport;
  clock: Clock;
  random: Random;
  status: Store<ConnectionStatus>;
  wakes: Wakes;
  activity: Activity;
  /** Absent where the browser has no locks: the tab then reads a queue of its own. */
  tabs?: { id: string; channel: TabChannel; locks: TabLocks };
  extensions: readonly Extension[];
  /** Keys of the windows on the screen. */
  openWindows(): readonly string[];
  /** After a lost queue: these windows are to be fetched again. */
  onRefetch(keys: readonly string[]): void;
  /** Before events are applied: who has to know what is about to be shown. */
  onComing?(events: readonly PolledEvent[]): void;
  /** After events were applied: what is no part of the state, such as notifications. */
  onEvents?(events: readonly PolledEvent[]): void;
  isPresenceWatched(): boolean;
  log(error: unknown): void;
  signal: AbortSignal;
}

/** A leader that says nothing for this long is taken for none. */
const LEADER_SILENT_MS = 1000;
/** Doubts of other tabs so soon after one are the same. */
const ONE_DOUBT_MS = 1000;
/** How often a tab looks whether another would go on with its queue. */
const HEIRS_MS = 5000;
/** One that says that it is still registering is waited for. */
const LEADER_REGISTERS_MS = 15_000;

/** Keeps the state in step with the service, alone or together with the browser's other tabs (web.md 2.3 to 2.7). */
export class Connection {
  /** The store, when there is a state: one that was kept, or the one that the service told. */
  readonly ready: Promise<Store<State>>;

  private store: Store<State> | undefined;
  private position: QueuePosition | undefined;
  private isLeader = false;
  private isAwaited = false;
  private doubtedAt = Number.NEGATIVE_INFINITY;
  private loop: Promise<LoopEnd> | undefined;
  private early: Extract<TabMessage, { kind: 'events' }>[] = [];
  private hasHeardLeader = false;
  /** Tabs that asked before there was anything to tell. */
  private readonly asking: string[] = [];
  private delivered: Promise<void> = Promise.resolve();
  private resolveReady: (store: Store<State>) => void = () => undefined;
  /** Resolved when the state is one that the service told. */
  private readonly joined: Promise<void>;
  private resolveJoined: () => void = () => undefined;

  constructor(private readonly options: ConnectionOptions) {
    this.ready = new Promise((resolve) => (this.resolveReady = resolve));
    this.joined = new Promise((resolve) => (this.resolveJoined = resolve));
  }

  /** Whether this tab speaks for the browser: it reads the queue that all tabs follow, or there are no others to ask. */
  get leads(): boolean {
    return this.isLeader || !this.options.tabs;
  }

  /** The queue that is read, here or in the tab that leads. */
  get queueId(): string | undefined {
    return this.position?.queueId;
  }

  get facts(): ConnectionFacts {
    return { isLeading: this.leads, lastEventId: this.position?.lastEventId };
  }

  /**
   * Connects, and stays connected until the signal is aborted or the session ends.
   * @throws RequestRefused if the service refuses to register this client
   */
  async run(): Promise<LoopEnd> {
    const { tabs, signal } = this.options;
    if (!tabs) return this.ensureLoop();
    const unlisten = tabs.channel.listen((message) => this.receive(message, tabs));
    const unlistenWakes = this.options.wakes.listen((wake) => this.passOn(wake, tabs.channel));
    try {
      const lead = tabs.locks.lead(signal, async () => {
        this.isLeader = true;
        await this.ensureLoop();
      });
      tabs.channel.post({ kind: 'ask', from: tabs.id });
      await Promise.race([lead, this.joined, this.waitForLeader()]);
      if (!this.position && !signal.aborted) await this.ensureLoop();
      await lead;
      return (await this.loop) ?? 'aborted';
    } catch (error) {
      if (signal.aborted) return 'aborted';
      throw error;
    } finally {
      unlisten();
      unlistenWakes();
    }
  }

  /** Shows a state that was kept, until the service tells the present one; too late for one that is here already. */
  show(kept: State): void {
    if (!this.store) this.begin(kept);
  }

  /** The page is left for good: its queue goes at once, unless another tab goes on with it. */
  leave(): void {
    const { tabs, transport } = this.options;
    if (!this.position || (tabs && (!this.loop || this.isAwaited))) return;
    transport.deleteQueue(this.position.queueId);
  }

  /** Looks whether another tab waits; when the page is left there is no time to ask. */
  async lookForHeirs(): Promise<void> {
    const { tabs, clock, signal } = this.options;
    while (tabs && !signal.aborted) {
      this.isAwaited = await tabs.locks.isAwaited();
      await clock.sleep(HEIRS_MS, signal);
    }
  }

  private async waitForLeader(): Promise<void> {
    const { clock, signal } = this.options;
    await clock.sleep(LEADER_SILENT_MS, signal);
    if (this.hasHeardLeader && !this.position) await clock.sleep(LEADER_REGISTERS_MS, signal);
  }

  /** Reads a queue: the one that the leader before read, or a new one. */
  private ensureLoop(): Promise<LoopEnd> {
    this.loop ??= this.readQueue();
    return this.loop;
  }

  private async readQueue(): Promise<LoopEnd> {
    const { signal } = this.options;
    try {
      this.position ??= await this.register();
    } catch (error) {
      if (signal.aborted) return 'aborted';
      if (!(error instanceof RequestRefused && error.isSignedOut)) throw error;
      this.tellStatus({ kind: 'signed-out', code: error.code });
      return 'signed-out';
    }
    const stop = new AbortController();
    this.reportPresence(AbortSignal.any([signal, stop.signal]));
    try {
      const { status } = this.options;
      const unsubscribe = status.subscribe(() => this.tell({ kind: 'status', status: status.get() }));
      const end = await this.makeLoop().run(this.position);
      unsubscribe();
      return end;
    } finally {
      stop.abort();
    }
  }

  private makeLoop(): PollLoop {
    return new PollLoop({
      ...this.options,
      longPollMs: () => (this.store?.get().organization.event_queue_longpoll_timeout_seconds ?? 90) * 1000,
      deliver: async (events, position) => {
        const after = this.position?.lastEventId ?? -1;
        await this.apply(events);
        this.position = position;
        if (events.length > 0) this.tell({ kind: 'events', after, position, events });
      },
      resume: () => this.register(),
    });
  }

  private async apply(events: readonly PolledEvent[]): Promise<void> {
    if (!this.store || events.length === 0) return;
    this.options.onComing?.(events);
    await deliverEvents(this.store, events, this.options);
    this.options.onEvents?.(events);
  }

  private async register(): Promise<QueuePosition> {
    const { transport, clock, random, signal, status } = this.options;
    const kind = this.position ? 'resuming' : 'connecting';
    this.tellStatus({ kind, since: failingSince(status.get(), clock.now()) });
    const answer = await retried(() => transport.register(signal), { signal, clock, random });
    if (answer.queue_id === null) throw new Error('the service gave no queue: who is not signed in has none');
    const position = { queueId: answer.queue_id, lastEventId: answer.last_event_id };
    const state = snapshotState(answer);
    const isFirst = !this.position;
    this.adopt(state, position);
    if (!isFirst) this.tell({ kind: 'resumed', state, position });
    else for (const id of this.asking.splice(0)) this.answer(id);
    status.set({ kind: 'live', heardAt: clock.now() });
    return position;
  }

  private begin(state: State): void {
    this.store = new Store(state);
    this.resolveReady(this.store);
  }

  /** The first state, or the one after a kept one or a lost queue: one change of the store. */
  private adopt(state: State, position: QueuePosition): void {
    this.position = position;
    this.resolveJoined();
    if (!this.store) return this.begin(state);
    const resumed = resumedState(this.store.get(), state, this.options.openWindows());
    this.store.set(resumed.state);
    if (resumed.refetch.length > 0) this.options.onRefetch(resumed.refetch);
  }

  private reportPresence(signal: AbortSignal): void {
    const { store } = this;
    if (!store) return;
    const { transport, clock, activity, isPresenceWatched, log } = this.options;
    const share = (answer: Parameters<typeof withPresence>[1]): void => this.tell({ kind: 'presence', answer });
    reportPresences({ transport, store, clock, activity, isWatched: isPresenceWatched, share, signal }).catch(
      (error: unknown) => {
        if (!signal.aborted) log(error);
      },
    );
  }

  private tellStatus(status: ConnectionStatus): void {
    this.options.status.set(status);
    this.tell({ kind: 'status', status });
  }

  private tell(message: TabMessage): void {
    if (this.isLeader) this.options.tabs?.channel.post(message);
  }

  private receive(message: TabMessage, tabs: NonNullable<ConnectionOptions['tabs']>): void {
    if (message.kind === 'input') this.options.activity.note(message.at);
    // A tab that has just come waits for the lead from now on.
    if (message.kind === 'ask') this.isAwaited = true;
    if (this.isLeader) {
      if (message.kind === 'ask') this.answer(message.from);
      if (message.kind === 'wake') this.wake(message.wake);
      return;
    }
    // A tab that reads a queue of its own needs nobody.
    if (!this.loop) this.follow(message, tabs);
  }

  /** Who reads no queue has nothing to repeat: the tab that leads does it. */
  private passOn(wake: Wake, channel: TabChannel): void {
    if (wake === 'doubt') this.doubtedAt = this.options.clock.now();
    if (!this.loop) channel.post({ kind: 'wake', wake });
  }

  /** All tabs of a browser have the same doubt when its network goes. */
  private wake(wake: Wake): void {
    const { clock, wakes } = this.options;
    if (wake === 'hint' || clock.now() - this.doubtedAt > ONE_DOUBT_MS) wakes.wake(wake);
  }

  private answer(to: string): void {
    const { store, position } = this;
    if (store && position) this.tell({ kind: 'state', to, state: sharedState(store.get()), position });
    else this.asking.push(to);
    this.tell({ kind: 'status', status: this.options.status.get() });
  }

  private follow(message: TabMessage, { id, channel }: NonNullable<ConnectionOptions['tabs']>): void {
    switch (message.kind) {
      case 'state':
        if (message.to === id) this.join(message.state, message.position);
        return;
      case 'resumed':
        return this.join(message.state, message.position);
      case 'status':
        this.hasHeardLeader = true;
        return this.options.status.set(message.status);
      case 'presence':
        return this.store?.update((state) => withPresence(state, message.answer));
      case 'events':
        if (!this.position) this.early.push(message);
        else this.followEvents(message, () => channel.post({ kind: 'ask', from: id }));
        return;
      case 'ask':
      case 'input':
      case 'wake':
        // For the tab that leads.
        return;
    }
  }

  private join(state: State, position: QueuePosition): void {
    this.adopt(state, position);
    const early = this.early.splice(0);
    // What is missing between the state and these comes with the next state, which a gap asks for.
    for (const batch of early) this.followEvents(batch, () => undefined);
  }

  private followEvents(batch: Extract<TabMessage, { kind: 'events' }>, ask: () => void): void {
    const events = this.position && newEvents(batch, this.position);
    if (!events) return ask();
    if (batch.position.lastEventId <= (this.position?.lastEventId ?? -1)) return;
    this.position = batch.position;
    this.delivered = this.delivered
      .then(() => this.apply(events))
      .catch((error: unknown) => {
        if (this.options.signal.aborted) return;
        this.options.log(error);
        ask();
      });
  }
}
