import { UnavailableError } from '@stoa/errors';
import { CheckedRequest, FindUnheldResult, MOST_CHECKED, Slot, slotName } from '@stoa/event-queue';
import type { Logger } from '@stoa/observability';
import { PollWheel } from './poll-wheel';

/** A held poll is checked this often (s), and so soon again when Redis could not say. */
const CHECK_SECONDS = 3;
const RETRY_SECONDS = 1;

interface CheckedPoll extends CheckedRequest {
  readonly slot: Slot;
}

interface HoldCheckOptions<P extends CheckedPoll> {
  queues: { readonly reader: { findUnheld(slot: Slot, polls: readonly P[]): Promise<FindUnheldResult<P>> } };
  log: Logger;
  isHeld: (poll: P) => boolean;
  /** Nothing will wake the poll: it must be asked about. */
  onUnheld: (poll: P) => void;
}

/**
 * Makes sure that every held poll is still the one that its queue wakes. Wakes travel at most once. And what Redis is
 * asked while it does not answer it does later, when nobody listens: a poll that its gateway has given up takes the
 * queue from the poll that replaced it, an append takes the mark off. Neither can be seen from here, so each poll is
 * compared with its queue every few seconds, hundreds of them in one call that changes nothing.
 */
export class HoldCheck<P extends CheckedPoll> {
  private readonly wheel = new PollWheel<P>((due) => this.check(due));
  /** While Redis does not answer, nothing piles up: a slot is asked about once at a time. */
  private readonly asking = new Set<string>();

  constructor(private readonly options: HoldCheckOptions<P>) {}

  start(): void {
    this.wheel.start();
  }

  stop(): void {
    this.wheel.stop();
  }

  add(poll: P): void {
    this.wheel.put(poll, CHECK_SECONDS);
  }

  remove(poll: P): void {
    this.wheel.remove(poll);
  }

  private check(due: readonly P[]): void {
    const bySlot = new Map<string, P[]>();
    for (const poll of due) {
      const name = slotName(poll.slot);
      const polls = bySlot.get(name);
      if (polls) polls.push(poll);
      else bySlot.set(name, [poll]);
    }
    for (const [name, polls] of bySlot) {
      if (this.asking.has(name)) this.putBack(polls, RETRY_SECONDS);
      else void this.checkSlot(name, polls);
    }
  }

  private async checkSlot(name: string, polls: readonly P[]): Promise<void> {
    this.asking.add(name);
    for (let first = 0; first < polls.length; first += MOST_CHECKED) {
      if (await this.checkTogether(polls.slice(first, first + MOST_CHECKED))) continue;
      this.putBack(polls.slice(first), RETRY_SECONDS);
      break;
    }
    this.asking.delete(name);
  }

  /** @param polls of one slot @returns false if Redis could not say */
  private async checkTogether(polls: readonly P[]): Promise<boolean> {
    const [first] = polls;
    if (!first) return true;
    const { queues, log, isHeld, onUnheld } = this.options;
    try {
      const result = await queues.reader.findUnheld(first.slot, polls);
      // The server is being settled by the slot's owner.
      if (result.status === 'run-id') return false;
      // A slot that is not ready lost its queues.
      const unheld = new Set(result.status === 'done' ? result.unheld : polls);
      this.putBack(
        polls.filter((poll) => !unheld.has(poll)),
        CHECK_SECONDS,
      );
      for (const poll of unheld) if (isHeld(poll)) onUnheld(poll);
      return true;
    } catch (error) {
      if (!(error instanceof UnavailableError)) log.error({ err: error }, 'held polls could not be checked');
      return false;
    }
  }

  private putBack(polls: readonly P[], seconds: number): void {
    for (const poll of polls) if (this.options.isHeld(poll)) this.wheel.put(poll, seconds);
  }
}
