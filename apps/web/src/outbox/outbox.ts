import { sendMessage } from '@stoa/contracts/messages';
import { type AnswerOf, call } from '../api/client';
import { RequestRefused } from '../api/failures';
import type { KeptValues } from '../kept/kept-values';
import { Store } from '../store/store';

type Answer = AnswerOf<typeof sendMessage>;

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
}

interface OutboxOptions {
  kept: KeptValues;
  signal: AbortSignal;
  /** Resolves when a message that was sent is among those that are shown, or will not come. Never rejects. */
  arrival: (messageId: number) => Promise<void>;
  /** The service has it. @param policy what became of the topic's visibility policy by that, if something did */
  onSent?: (message: Outgoing, policy: number | undefined) => void;
}

/** The service remembers a key for a day: later attempts would make a second message. */
const LONGEST_WAIT_MS = 23 * 60 * 60 * 1000;
const KIND = 'outbox';
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

function recipientKey(recipient: Recipient): string {
  return recipient.type === 'channel'
    ? `${recipient.channelId}/${recipient.topic.toLowerCase()}`
    : `dm/${recipient.userIds.join()}`;
}

/** Neither with the service nor refused by it. */
function isOnItsWay({ state }: Outgoing): boolean {
  return state === 'sending' || state === 'waiting';
}

/** How many messages the service does not have. */
export function undelivered(messages: readonly Outgoing[]): number {
  return messages.filter(({ state }) => state !== 'sent').length;
}

function requestOf({ recipient, content }: Outgoing) {
  const common = { content, read_by_sender: true };
  return recipient.type === 'channel'
    ? { ...common, type: 'channel' as const, to: String(recipient.channelId), topic: recipient.topic }
    : { ...common, type: 'direct' as const, to: JSON.stringify(recipient.userIds) };
}

/** Messages that were written and are not delivered: kept over reloads, sent in order within a conversation, each once. */
export class Outbox {
  readonly messages = new Store<readonly Outgoing[]>([]);
  private readonly running = new Set<string>();

  constructor(private readonly options: OutboxOptions) {}

  /** Takes up what was on its way when the page was closed. */
  async resume(): Promise<void> {
    const kept = [...(await this.options.kept.all<Outgoing>(KIND)).values()];
    this.messages.set(kept.sort((a, b) => a.writtenAt - b.writtenAt));
    for (const recipient of new Set(kept.map((message) => recipientKey(message.recipient)))) void this.run(recipient);
  }

  /** Puts a message on its way. The promise is kept when it is stored, not when it is there. */
  async send(recipient: Recipient, content: string): Promise<void> {
    const message: Outgoing = {
      key: crypto.randomUUID(),
      recipient,
      content,
      writtenAt: Date.now(),
      state: 'sending',
    };
    this.messages.update((messages) => [...messages, message]);
    await this.options.kept.set(KIND, message.key, message);
    void this.run(recipientKey(recipient));
  }

  /** Tries a failed message again. */
  async retry(key: string): Promise<void> {
    const message = this.messages.get().find((one) => one.key === key);
    if (!message) return;
    await this.replace(key, { ...message, state: 'sending', failure: undefined });
    void this.run(recipientKey(message.recipient));
  }

  /** Gives a message up. */
  async discard(key: string): Promise<void> {
    this.hide(key);
    await this.options.kept.remove(KIND, key);
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

  private async deliver(message: Outgoing): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.attempt(message);
      if (outcome === 'unknown') {
        if (Date.now() - message.writtenAt > LONGEST_WAIT_MS) {
          return this.replace(message.key, { ...message, state: 'failed' });
        }
        await this.replace(message.key, { ...message, state: 'waiting' });
        await this.pause(attempt);
      } else if ('id' in outcome) return this.sent(message, outcome);
      else return this.replace(message.key, { ...message, state: 'failed', failure: outcome.refusal });
    }
  }

  /** What the service has is not sent again; it stays in sight until the message itself is. */
  private async sent(message: Outgoing, { id, automatic_new_visibility_policy }: Answer): Promise<void> {
    this.show(message.key, { ...message, state: 'sent' });
    this.options.onSent?.(message, automatic_new_visibility_policy);
    void this.options.arrival(id).then(() => this.hide(message.key));
    await this.options.kept.remove(KIND, message.key);
  }

  /** @returns the answer, `unknown` when nobody knows, or why it was refused */
  private async attempt(message: Outgoing): Promise<Answer | 'unknown' | { refusal: string }> {
    const { signal } = this.options;
    try {
      const headers = { 'Idempotency-Key': message.key };
      return await call(sendMessage, requestOf(message), { signal, headers });
    } catch (error) {
      if (!(error instanceof RequestRefused)) return 'unknown';
      const isTemporary = error.status === 429 || error.code === 'IDEMPOTENT_REQUEST_IN_PROGRESS';
      return isTemporary ? 'unknown' : { refusal: error.message };
    }
  }

  private pause(attempt: number): Promise<void> {
    const bound = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
    const { signal } = this.options;
    return new Promise((resolve) => {
      const timer = setTimeout(done, Math.random() * bound);
      function done(): void {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        window.removeEventListener('online', done);
        resolve();
      }
      signal.addEventListener('abort', done);
      window.addEventListener('online', done);
    });
  }

  private hide(key: string): void {
    this.messages.update((messages) => messages.filter((message) => message.key !== key));
  }

  private show(key: string, next: Outgoing): void {
    this.messages.update((messages) => messages.map((message) => (message.key === key ? next : message)));
  }

  private async replace(key: string, next: Outgoing): Promise<void> {
    this.show(key, next);
    await this.options.kept.set(KIND, key, next);
  }
}
