import { HintSubscription, HintTransport } from '../hint-transport';

/** What becomes of a published message: how many milliseconds later each copy arrives; none = it is lost. */
export type Fate = (subject: string) => number[];

/** Hints in memory, for tests: by default every message arrives once and at once. */
export class FakeHintTransport implements HintTransport {
  private readonly listeners = new Map<string, Set<(data: Uint8Array) => void>>();

  /** Copies that have not arrived yet. */
  underWay = 0;

  constructor(public fate: Fate = () => [0]) {}

  publish(subject: string, data: Uint8Array): void {
    for (const delay of this.fate(subject)) {
      this.underWay += 1;
      if (delay === 0) queueMicrotask(() => this.deliver(subject, data));
      else setTimeout(() => this.deliver(subject, data), delay);
    }
  }

  subscribe(subject: string, onMessage: (data: Uint8Array) => void): HintSubscription {
    const listeners = this.listeners.get(subject) ?? new Set();
    this.listeners.set(subject, listeners);
    listeners.add(onMessage);
    return { unsubscribe: () => void listeners.delete(onMessage) };
  }

  private deliver(subject: string, data: Uint8Array): void {
    this.underWay -= 1;
    for (const listener of this.listeners.get(subject) ?? []) listener(data);
  }
}
