import { sendMessage } from '@stoa/contracts/messages';
import { Backoff } from '../api/backoff';
import { type AnswerOf, call } from '../api/client';
import { RequestFailed, RequestRefused } from '../api/failures';
import type { KeptValues } from '../kept/kept-values';
import { Store } from '../store/store';
import type { Ownership } from './ownership';

type Answer = AnswerOf<typeof sendMessage>;
/** The answer; why it was refused; or when to try again, since nobody knows, or nobody is signed in. */
type Outcome =
  Answer | { readonly refusal: string } | { readonly retryAfterMs?: number; readonly isSignedOut?: boolean };

/** Where a message goes. */
export type Recipient =
  | { readonly type: 'channel'; readonly channelId: number; readonly topic: string }
  | { readonly type: 'direct'; readonly userIds: readonly number[] };

/** A message on its way, kept until it is there (web.md 2.9). */
export interface Outgoing {
  /** The same for every attempt: the service takes the message once. */
  readonly key: string;
  readonly recipient: Recipient;
  readonly content: string;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
  /**
   * `sending` until there is an answer; `waiting` between attempts; `failed` when the service said no; `sent` when it has
   * the message, which is not shown among the others yet.
   */
  readonly state: 'sending' | 'waiting' | 'failed' | 'sent';
  /** Why it failed, for people. */
  readonly failure?: string;
  /** Where the event shall name it. The same for every attempt: another request under one key would be refused. */
  readonly queueId?: string;
  /** The service cannot have it, and nobody is about to give it: it can be taken back. */
  readonly isHeld?: true;
}

interface OutboxOptions {
  kept: KeptValues;
  signal: AbortSignal;
  /** Resolves when a message that was sent is among those that are shown, or will not come. Never rejects. */
  arrival: (messageId: number) => Promise<void>;
  /** The service has it. @param policy what became of the topic's visibility policy by that, if something did */
  onSent?: (message: Outgoing, policy: number | undefined) => void;
  /** Which tab sends a message that is kept for all of them. */
  ownership: Ownership;
  /** The queue that this tab follows; undefined before there is one. */
  queueId?: () => string | undefined;
}

/** A message that came with an event, and how the tab that sent it called it. */
interface Arrived {
  readonly id: number;
  readonly localId: string;
}

/** The service remembers a key for a day: later attempts would make a second message. */
const LONGEST_WAIT_MS = 23 * 60 * 60 * 1000;
const KIND = 'outbox';

function recipientKey(recipient: Recipient): string {
  return recipient.type === 'channel'
    ? `${recipient.channelId}/${recipient.topic.toLowerCase()}`
    : `dm/${recipient.userIds.join()}`;
}

/** The browser knows that there is no network: what it is asked for goes nowhere. */
function isOffline(): boolean {
  return !navigator.onLine;
}

/** The service does not know any more whether it has a message. */
function isForgotten(writtenAt: number): boolean {
  return Date.now() - writtenAt > LONGEST_WAIT_MS;
}

/** Neither with the service nor refused by it. */
function isOnItsWay({ state }: Outgoing): boolean {
  return state === 'sending' || state === 'waiting';
}

/** How many messages the service does not have. */
export function undelivered(messages: readonly Outgoing[]): number {
  return messages.filter(({ state }) => state !== 'sent').length;
}

/** What is kept says nothing of whether it can be taken back: the page may end in the middle of an attempt. */
function keptOf({ isHeld: _held, ...message }: Outgoing): Outgoing {
  return message;
}

function requestOf({ key, recipient, content, queueId }: Outgoing) {
  const echo = queueId === undefined ? {} : { queue_id: queueId, local_id: key };
  const common = { content, read_by_sender: true, ...echo };
  return recipient.type === 'channel'
    ? { ...common, type: 'channel' as const, to: String(recipient.channelId), topic: recipient.topic }
    : { ...common, type: 'direct' as const, to: JSON.stringify(recipient.userIds) };
}

/** Messages that were written and are not delivered: kept over reloads, sent in order within a conversation, each once. */
export class Outbox {
  readonly messages = new Store<readonly Outgoing[]>([]);
  private readonly running = new Set<string>();
  /** Keys of messages that the service may have, whatever it says to later attempts. */
  private readonly reached = new Set<string>();
  /** Keys of messages of other pages that this one goes on with when those end. */
  private readonly inherited = new Set<string>();
  /** Keys of messages that somebody wants to be tried again, however old they are. */
  private readonly insisted = new Set<string>();
  /** What cuts the pause before the next attempt short, by the message's key. */
  private readonly pauses = new Map<string, () => void>();
  /** Keys of this page's messages by the ids that they got, and the other way round; as long as the page. */
  private readonly keys = new Map<number, string>();
  private readonly ids = new Map<string, number>();

  constructor(private readonly options: OutboxOptions) {}

  /** Takes up what was on its way when its page was closed; what another page sends is left to that. */
  async resume(): Promise<void> {
    const { kept, ownership } = this.options;
    ownership.listen((key) => void this.inherit(key));
    const known = [...(await kept.all<Outgoing>(KIND)).values()].sort((a, b) => a.writtenAt - b.writtenAt);
    const own: Outgoing[] = [];
    for (const message of known) {
      if (await ownership.take(message.key)) own.push(message);
      else void this.inherit(message.key);
    }
    this.takeUp(own);
  }

  /** Goes on with a message of a page that ends before it has sent it. */
  private async inherit(key: string): Promise<void> {
    const { kept, ownership, signal } = this.options;
    if (this.inherited.has(key)) return;
    this.inherited.add(key);
    await ownership.await(key);
    this.inherited.delete(key);
    if (signal.aborted) return;
    const left = await kept.one<Outgoing>(KIND, key);
    if (left) this.takeUp([left]);
    else ownership.release(key);
  }

  private takeUp(messages: readonly Outgoing[]): void {
    for (const { key } of messages) this.reached.add(key);
    this.messages.update((present) => [...present, ...messages].sort((a, b) => a.writtenAt - b.writtenAt));
    for (const recipient of new Set(messages.map((one) => recipientKey(one.recipient)))) void this.run(recipient);
  }

  /** Puts a message on its way. The promise is kept when it is stored, not when it is there. */
  async send(recipient: Recipient, content: string): Promise<void> {
    const message: Outgoing = {
      key: crypto.randomUUID(),
      recipient,
      content,
      writtenAt: Date.now(),
      state: 'sending',
      isHeld: true,
      queueId: this.options.queueId?.(),
    };
    this.messages.update((messages) => [...messages, message]);
    // Together: a page that ends a moment later has kept it, and the lock is asked for before another page can find it.
    await Promise.all([this.options.ownership.take(message.key), this.keep(message)]);
    if (this.find(message.key)) this.options.ownership.announce(message.key);
    void this.run(recipientKey(recipient));
  }

  /** Learns which of the messages that are about to be shown were sent from here (web.md 2.9). */
  recognize(arrived: readonly Arrived[]): void {
    for (const { id, localId } of arrived) if (this.find(localId)) this.name(localId, id);
  }

  /** What a message was called while it was on its way; undefined for those of others. */
  keyOf(messageId: number): string | undefined {
    return this.keys.get(messageId);
  }

  /** The id that a message has got; undefined while it has none. */
  idOf(key: string): number | undefined {
    return this.ids.get(key);
  }

  private name(key: string, id: number): void {
    this.keys.set(id, key);
    this.ids.set(key, id);
  }

  /** Tries a failed message again. */
  async retry(key: string): Promise<void> {
    const message = this.find(key);
    if (!message) return;
    this.insisted.add(key);
    await this.replace(key, { ...message, state: 'sending', failure: undefined });
    void this.run(recipientKey(message.recipient));
  }

  /** Gives a message up. */
  async discard(key: string): Promise<void> {
    this.hide(key);
    this.pauses.get(key)?.();
    await this.options.kept.remove(KIND, key);
    this.options.ownership.release(key);
  }

  /**
   * Takes a message back that the service does not have.
   * @returns whether that is so: a message that it may have goes on its way
   */
  withdraw(key: string): boolean {
    const message = this.find(key);
    if (message?.isHeld !== true) return false;
    void this.discard(key);
    return true;
  }

  /** One conversation after the other's answer: the order in it is the order of writing. */
  private async run(recipient: string): Promise<void> {
    if (this.running.has(recipient)) return;
    this.running.add(recipient);
    try {
      for (;;) {
        const next = this.messages
          .get()
          .find((message) => isOnItsWay(message) && recipientKey(message.recipient) === recipient);
        if (!next || this.options.signal.aborted) return;
        await this.deliver(next);
      }
    } finally {
      this.running.delete(recipient);
    }
  }

  private async deliver({ key, writtenAt }: Outgoing): Promise<void> {
    const { signal } = this.options;
    const backoff = new Backoff(Math.random);
    for (let isInsisted = this.insisted.delete(key); ; isInsisted = false) {
      const found = this.find(key);
      // It was taken back meanwhile, or the account was left.
      if (!found || signal.aborted) return;
      const { isHeld: _held, ...message } = found;
      const failed = { ...message, state: 'failed' } as const;
      // It would be another message for the service.
      if (!isInsisted && this.reached.has(key) && isForgotten(writtenAt)) return this.replace(key, failed);
      const outcome = await this.attempt(message);
      if ('id' in outcome) return this.sent(message, outcome);
      // Nothing is kept of an account that was left.
      if (signal.aborted) return;
      if ('refusal' in outcome) return this.replace(key, { ...failed, failure: outcome.refusal });
      if (isForgotten(writtenAt)) return this.replace(key, failed);
      const isHeld = this.reached.has(key) ? {} : ({ isHeld: true } as const);
      const waiting = { ...message, state: 'waiting', ...isHeld } as const;
      // While somebody signs out, what is kept may be gone already.
      if (outcome.isSignedOut) this.show(key, waiting);
      else await this.replace(key, waiting);
      await this.pause(key, backoff.next(outcome.retryAfterMs));
    }
  }

  /** What the service has is not sent again; it stays in sight until the message itself is. */
  private async sent(message: Outgoing, { id, automatic_new_visibility_policy }: Answer): Promise<void> {
    const { key } = message;
    this.name(key, id);
    this.show(key, { ...message, state: 'sent' });
    this.options.onSent?.(message, automatic_new_visibility_policy);
    void this.options.arrival(id).then(() => this.hide(key));
    await this.options.kept.remove(KIND, key);
    this.options.ownership.release(key);
  }

  /** Sends it once; until there is an answer, the service may have it. */
  private async attempt(message: Outgoing): Promise<Outcome> {
    const { signal } = this.options;
    const wasOffline = isOffline();
    this.show(message.key, message);
    try {
      const headers = { 'Idempotency-Key': message.key };
      return await call(sendMessage, requestOf(message), { signal, headers });
    } catch (error) {
      // Without a network the attempt went nowhere, and whoever is told to come later was not listened to.
      const isUnheard = error instanceof RequestRefused ? error.status === 429 : wasOffline && isOffline();
      if (!isUnheard) this.reached.add(message.key);
      if (!(error instanceof RequestRefused)) {
        return { retryAfterMs: error instanceof RequestFailed ? error.retryAfterMs : undefined };
      }
      if (error.isSignedOut) return { isSignedOut: true };
      const isTemporary = error.status === 429 || error.code === 'IDEMPOTENT_REQUEST_IN_PROGRESS';
      return isTemporary ? { retryAfterMs: error.retryAfterMs } : { refusal: error.message };
    }
  }

  /** Waits before the next attempt: until the network is back, or the message is taken back, at most. */
  private pause(key: string, ms: number): Promise<void> {
    const { signal } = this.options;
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        window.removeEventListener('online', done);
        this.pauses.delete(key);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.pauses.set(key, done);
      signal.addEventListener('abort', done);
      window.addEventListener('online', done);
    });
  }

  private find(key: string): Outgoing | undefined {
    return this.messages.get().find((message) => message.key === key);
  }

  private hide(key: string): void {
    this.messages.update((messages) => messages.filter((message) => message.key !== key));
  }

  private show(key: string, next: Outgoing): void {
    this.messages.update((messages) => messages.map((message) => (message.key === key ? next : message)));
  }

  private async replace(key: string, next: Outgoing): Promise<void> {
    this.show(key, next);
    // What was taken back while this was decided stays away.
    if (this.find(key)) await this.keep(next);
  }

  private async keep(message: Outgoing): Promise<void> {
    if (this.options.signal.aborted) return;
    await this.options.kept.set(KIND, message.key, keptOf(message));
  }
}
