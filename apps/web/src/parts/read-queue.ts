import { updateMessageFlags } from '@stoa/contracts/messages';
import { isPassing, retried, systemClock } from '../api/backoff';
import { call } from '../api/client';
import { RequestRefused } from '../api/failures';
import { failureText } from '../client/act';
import type { Client } from '../client/client';
import { notify } from '../client/notices';
import { withFlag } from '../store/local-flags';

/** Most messages of one request, and milliseconds between two (web.md 2.14). */
const BATCH = 1000;
const PAUSE_MS = 500;

/** What was read, on its way to the service: few requests however quickly somebody reads. */
export class ReadQueue {
  private readonly waiting = new Set<number>();
  private sending: readonly number[] = [];
  private asked: Promise<unknown> = Promise.resolve();
  private isRunning = false;

  constructor(private readonly client: Pick<Client, 'store' | 'signal'>) {
    // What the page takes with it is told to the service all the same.
    window.addEventListener('pagehide', () => this.flush(), { signal: client.signal });
  }

  /** Takes messages that are shown as read already; what the service refuses is shown as unread again. */
  add(ids: readonly number[]): void {
    for (const id of ids) this.waiting.add(id);
    void this.run();
  }

  /**
   * Messages are unread again: to be called before the service is told of that, else it would hear the older news last.
   * Waits for an attempt that is under way, and not for a network.
   * @returns what the service has perhaps not heard of: to be added again if the messages stay read after all
   */
  async forget(isGone: (id: number) => boolean): Promise<readonly number[]> {
    const forgotten = [...this.sending, ...this.waiting].filter(isGone);
    const isBeingTold = this.sending.some(isGone);
    this.sending = this.sending.filter((id) => !isGone(id));
    for (const id of forgotten) this.waiting.delete(id);
    if (isBeingTold) await Promise.allSettled([this.asked]);
    return forgotten;
  }

  private async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    const { signal } = this.client;
    try {
      while (this.waiting.size > 0 && !signal.aborted) {
        this.sending = [...this.waiting].slice(0, BATCH);
        for (const id of this.sending) this.waiting.delete(id);
        await Promise.all([this.tell(), systemClock.sleep(PAUSE_MS)]);
      }
    } finally {
      this.isRunning = false;
    }
  }

  /** However long that takes: whoever reads without a connection has read. */
  private async tell(): Promise<void> {
    const { store, signal } = this.client;
    try {
      await retried(() => this.ask(), { signal });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof RequestRefused)) throw error;
      store.update((state) => withFlag(state, [...this.sending], 'read', false));
      notify(failureText(error));
    } finally {
      this.sending = [];
    }
  }

  /** Once, for what of it is still to be told. */
  private async ask(): Promise<void> {
    const messages = [...this.sending];
    if (messages.length === 0) return;
    this.asked = call(updateMessageFlags, { messages, op: 'add', flag: 'read' });
    await this.asked;
  }

  private flush(): void {
    const messages = [...this.sending, ...this.waiting].slice(0, BATCH);
    if (messages.length === 0) return;
    call(updateMessageFlags, { messages, op: 'add', flag: 'read' }, { keepalive: true }).catch((error: unknown) => {
      // Nobody is left who could try again, unless the page comes back, which does so by itself.
      if (!isPassing(error)) reportError(error);
    });
  }
}

const queues = new WeakMap<Client, ReadQueue>();

/** The queue of an account. */
export function readQueueOf(client: Client): ReadQueue {
  const known = queues.get(client);
  if (known) return known;
  const queue = new ReadQueue(client);
  queues.set(client, queue);
  return queue;
}
