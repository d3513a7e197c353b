import { createDrafts, editDraft } from '@stoa/contracts/messages';
import { call } from '../api/client';
import { RequestRefused } from '../api/failures';
import type { Client } from '../client/client';
import { Store } from '../store/store';
import { DraftDeletions } from './draft-deletions';
import { type LocalDraft, isDirty, mergedDrafts } from './draft-merge';
import { type TabNews, withNews } from './draft-tabs';
import { hasMark, withoutLostMarks } from './pending-quotes';
import { type Target, targetKey } from './target';

const KIND = 'draft';
/** Pauses in writing after which a draft is kept here, and sent to the service. */
const KEEP_MS = 300;
const SYNC_MS = 2000;
/** Less than this is not worth another device's attention. */
const LEAST_LENGTH = 3;

function wireOf({ target, text, editedAt }: LocalDraft) {
  const common = { content: text, timestamp: Math.floor(editedAt / 1000) };
  if (target.type === 'direct') return { ...common, type: 'private' as const, to: [...target.userIds], topic: '' };
  if (target.channelId === undefined) return { ...common, type: '' as const, to: [], topic: '' };
  return { ...common, type: 'stream' as const, to: [target.channelId], topic: target.topic ?? '' };
}

/** What was begun and not sent: kept in this browser, and at the service where the user wants that (web.md 2.19). */
class Drafts {
  readonly all = new Store<readonly LocalDraft[]>([]);
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly syncing = new Set<string>();
  /** What was changed here since it was kept, with the text that was changed: other tabs do not know of it yet. */
  private readonly unkept = new Map<string, string | undefined>();
  private readonly deletions: DraftDeletions;
  private readonly tabs: BroadcastChannel;
  private openId: string | undefined;
  /** Ids of drafts that somebody has put aside to begin another message there. */
  private readonly aside = new Set<string>();

  constructor(private readonly client: Client) {
    this.deletions = new DraftDeletions(client);
    this.tabs = new BroadcastChannel(`stoa-drafts ${client.store.get().userId}`);
    client.signal.addEventListener('abort', () => this.tabs.close());
    this.tabs.addEventListener('message', ({ data }: MessageEvent<TabNews>) => this.hear(data));
  }

  /** Takes up what was kept, and follows what other devices write. */
  async resume(): Promise<void> {
    const { kept, store, status, signal } = this.client;
    await this.deletions.resume();
    const known = [...(await kept.all<LocalDraft>(KIND)).values()].flatMap((draft) => {
      const text = withoutLostMarks(draft.text);
      if (text !== '' || draft.text === '') return [{ ...draft, text }];
      void kept.remove(KIND, draft.id);
      return [];
    });
    // What was typed before it was read stays.
    this.all.update((all) => [...known.filter(({ id }) => !all.some((draft) => draft.id === id)), ...all]);
    let seen: unknown;
    const follow = (): void => {
      const { drafts } = store.get();
      if (drafts === seen || signal.aborted || !this.isShared()) return;
      seen = drafts;
      // Devices with an older version of this client have sent marks of quotes along.
      const remote = new Map(
        [...drafts]
          .filter(([id]) => !this.deletions.has(id))
          .map(([id, draft]) => [id, { ...draft, content: withoutLostMarks(draft.content) }]),
      );
      this.replace(mergedDrafts(this.all.get(), remote, { newId: () => crypto.randomUUID(), openId: this.openId }));
    };
    follow();
    signal.addEventListener('abort', store.subscribe(follow));
    let wasLive = false;
    const reconnect = (): void => {
      const isLive = status.get().kind === 'live';
      if (isLive && !wasLive) this.catchUp();
      wasLive = isLive;
    };
    reconnect();
    signal.addEventListener('abort', status.subscribe(reconnect));
    window.addEventListener('pagehide', () => this.keepAll(), { signal });
  }

  /** The newest draft for a target, but for those that were put aside. */
  find(target: Target): LocalDraft | undefined {
    return this.allFor(target).find(({ id }) => !this.aside.has(id));
  }

  /** How many drafts for a target stand beside the one that `find` gives. */
  countOthers(target: Target): number {
    return this.allFor(target).length - (this.find(target) ? 1 : 0);
  }

  /** The newest first. */
  private allFor(target: Target): readonly LocalDraft[] {
    const key = targetKey(target);
    const drafts = this.all.get().filter((draft) => targetKey(draft.target) === key);
    return drafts.sort((a, b) => b.editedAt - a.editedAt);
  }

  /** The next text for this target is another draft: this one comes back when somebody asks for it, or with the page. */
  setAside(target: Target): void {
    const draft = this.find(target);
    if (!draft) return;
    this.aside.add(draft.id);
    this.openId = undefined;
    this.all.update((all) => [...all]);
  }

  /** The draft is under the cursor; undefined when the cursor left. */
  open(id: string | undefined): void {
    this.openId = id;
  }

  write(target: Target, text: string): void {
    const known = this.find(target);
    if (!known && text === '') return;
    if (known && text === '') return this.discard(known.id);
    const draft: LocalDraft = { ...(known ?? { id: crypto.randomUUID() }), target, text, editedAt: Date.now() };
    this.change(draft, known?.text);
    this.openId = draft.id;
  }

  /** Puts a text where a mark stands, in whichever draft has it. */
  replaceMark(mark: string, by: string): void {
    const draft = this.all.get().find(({ text }) => text.includes(mark));
    if (!draft) return;
    const text = draft.text.replace(mark, () => by);
    if (text === '') this.discard(draft.id);
    else this.change({ ...draft, text, editedAt: Date.now() }, draft.text);
  }

  /** The same text for somebody else. */
  retarget(from: Target, to: Target): void {
    const draft = this.find(from);
    if (draft) this.redirect(draft, to);
  }

  private redirect(draft: LocalDraft, target: Target): void {
    this.change({ ...draft, target, editedAt: Date.now(), syncedText: undefined }, draft.text);
  }

  /** Everything that was begun for one target is for another one. */
  follow(from: Target, to: Target): void {
    for (const draft of this.allFor(from)) this.redirect(draft, to);
  }

  /** It was sent, emptied or thrown away. */
  discard(id: string): void {
    const draft = this.byId(id);
    this.all.update((all) => all.filter((one) => one.id !== id));
    clearTimeout(this.timers.get(id));
    this.unkept.delete(id);
    this.aside.delete(id);
    void this.client.kept.remove(KIND, id);
    const serverId = draft?.serverId;
    this.tell({ kind: 'gone', id, serverId });
    if (serverId !== undefined && this.isShared()) this.deletions.add(serverId);
  }

  /** Puts a draft back that was thrown away. */
  restore(draft: LocalDraft): void {
    this.change({ ...draft, serverId: undefined, syncedText: undefined, sendingText: undefined }, undefined);
  }

  /** It is the one that opens where it is addressed to, whatever else was begun there. */
  bringForward(id: string): void {
    const draft = this.byId(id);
    this.aside.delete(id);
    if (draft) this.change({ ...draft, editedAt: Date.now() }, draft.text);
  }

  /** Tells the service what it could not be told before. */
  private catchUp(): void {
    void this.deletions.carryOut();
    for (const draft of this.all.get()) if (isDirty(draft)) this.later(draft.id);
  }

  private tell(news: TabNews): void {
    if (!this.client.signal.aborted) this.tabs.postMessage(news);
  }

  private hear(news: TabNews): void {
    if (news.kind === 'gone' && news.serverId !== undefined) this.deletions.hide(news.serverId);
    const { drafts, moved } = withNews(this.all.get(), news, {
      unkept: this.unkept,
      newId: () => crypto.randomUUID(),
    });
    this.all.set(drafts);
    if (!moved) return;
    clearTimeout(this.timers.get(moved.from));
    this.unkept.delete(moved.from);
    this.unkept.set(moved.to, undefined);
    if (this.openId === moved.from) this.openId = moved.to;
    // Neither what was written here nor what another tab made of it is what one writes now.
    if (this.aside.has(moved.from)) this.aside.add(moved.to);
    this.later(moved.to);
  }

  private keep(draft: LocalDraft): void {
    this.unkept.delete(draft.id);
    void this.client.kept.set(KIND, draft.id, draft);
    this.tell({ kind: 'kept', draft });
  }

  /** A change of this tab. @param base the text before it */
  private change(draft: LocalDraft, base: string | undefined): void {
    if (!this.unkept.has(draft.id)) this.unkept.set(draft.id, base);
    this.put(draft);
    this.later(draft.id);
  }

  private isShared(): boolean {
    return this.client.store.get().settings.enable_drafts_synchronization;
  }

  private byId(id: string): LocalDraft | undefined {
    return this.all.get().find((draft) => draft.id === id);
  }

  private put(draft: LocalDraft): void {
    this.all.update((all) => [...all.filter(({ id }) => id !== draft.id), draft]);
  }

  private replace(next: readonly LocalDraft[]): void {
    const { kept } = this.client;
    const ids = new Set(next.map(({ id }) => id));
    for (const { id } of this.all.get()) if (!ids.has(id)) void kept.remove(KIND, id);
    this.all.set(next);
    for (const draft of next) void kept.set(KIND, draft.id, draft);
  }

  private keepAll(): void {
    if (this.client.signal.aborted) return;
    // The others are kept as they are by now, maybe by another tab.
    for (const draft of this.all.get()) if (this.unkept.has(draft.id)) this.keep(draft);
  }

  /** Keeps it after a short pause, and tells the service after a longer one. */
  private later(id: string): void {
    clearTimeout(this.timers.get(id));
    const keep = setTimeout(() => {
      const draft = this.byId(id);
      if (!draft || this.client.signal.aborted) return;
      this.keep(draft);
      this.timers.set(
        id,
        setTimeout(() => void this.sync(id), SYNC_MS - KEEP_MS),
      );
    }, KEEP_MS);
    this.timers.set(id, keep);
  }

  /** One request at a time for each draft: the service shall not get an older text after a newer one. */
  private async sync(id: string): Promise<void> {
    const draft = this.byId(id);
    if (!draft || !isDirty(draft) || this.syncing.has(id) || this.client.signal.aborted || !this.isShared()) return;
    // Other devices would never get the quote: once it is there, the draft has changed.
    if (hasMark(draft.text)) return;
    if (draft.serverId === undefined && draft.text.trim().length < LEAST_LENGTH) return;
    this.syncing.add(id);
    this.put({ ...draft, sendingText: draft.text });
    try {
      const serverId = await this.store(draft);
      const present = this.byId(id);
      if (present) this.put({ ...present, serverId, syncedText: draft.text, sendingText: undefined });
      else this.deletions.add(serverId);
    } catch (error) {
      // What cannot be kept there (no connection, a channel that is gone) is kept here.
      const present = this.byId(id);
      const isGone = error instanceof RequestRefused && error.status === 404;
      if (present) this.put({ ...present, sendingText: undefined, ...(isGone ? { serverId: undefined } : {}) });
      return;
    } finally {
      this.syncing.delete(id);
    }
    const after = this.byId(id);
    if (after && isDirty(after)) this.later(id);
    if (after && !this.unkept.has(id)) this.keep(after);
  }

  private async store(draft: LocalDraft): Promise<number> {
    const { serverId } = draft;
    if (serverId !== undefined) {
      await call(editDraft, { draft_id: serverId, draft: wireOf(draft) });
      return serverId;
    }
    const { ids } = await call(createDrafts, { drafts: [wireOf(draft)] });
    const [id] = ids;
    if (id === undefined) throw new Error('the service gave the draft no number');
    return id;
  }
}

const books = new WeakMap<Client, Drafts>();

/** The drafts of an account; the first to ask takes up what was kept. */
export function draftsOf(client: Client): Drafts {
  const known = books.get(client);
  if (known) return known;
  const drafts = new Drafts(client);
  books.set(client, drafts);
  void drafts.resume();
  return drafts;
}
