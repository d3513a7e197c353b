import { HintTransport } from './hint-transport';
import { pokeSubject } from './subjects';

const EMPTY = new Uint8Array();

/** A relay moves at most once in this many milliseconds anyway, so more pokes than that are waste. */
const DEFAULT_INTERVAL_MS = 4;

/**
 * Notifies the relays that a partition has new outbox rows. The first poke leaves at once; those that follow within the
 * interval leave as one at its end. A lost poke costs a sweep (100 ms, after a quiet time a second), never a change.
 */
export class ChangePoke {
  private readonly waiting = new Map<number, { timer: NodeJS.Timeout; again: boolean }>();

  constructor(
    private readonly transport: HintTransport,
    private readonly intervalMs = DEFAULT_INTERVAL_MS,
  ) {}

  /** Called after the commit of a transaction that wrote an outbox row. */
  poke(partition: number): void {
    const state = this.waiting.get(partition);
    if (state) {
      state.again = true;
      return;
    }
    this.transport.publish(pokeSubject(partition), EMPTY);
    const timer = setTimeout(() => {
      const again = this.waiting.get(partition)?.again ?? false;
      this.waiting.delete(partition);
      if (again) this.poke(partition);
    }, this.intervalMs);
    this.waiting.set(partition, { timer, again: false });
  }

  /** Sends what is still held back. */
  close(): void {
    for (const [partition, { timer, again }] of this.waiting) {
      clearTimeout(timer);
      if (again) this.transport.publish(pokeSubject(partition), EMPTY);
    }
    this.waiting.clear();
  }
}
