import { UnavailableError } from '@stoa/errors';
import { ErrorCode, type Msg, NatsError } from 'nats';

/** Where one of two replicas is lost, all calls but one of 4,000 are answered by then. */
const MOST_TRIES = 12;
/** Once a call was repeated, it is repeated again sooner, by this factor: what is silent twice is likely lost twice. */
const SOONER = 2 / 3;
/** Nor is it repeated less often than this (ms). */
const NEXT_REPETITION_MS = 2_000;

/** How often a call was sent to somebody who may have heard it, over all of its waits. */
export interface Sendings {
  count: number;
}

export interface PendingCallOptions {
  timeoutMs: number;
  repeatAfterMs: number;
  /** Whether it may be asked more than once. */
  mayRepeat: boolean;
  sendings: Sendings;
  /** Sends it. @returns the answer. @throws what NATS says */
  send(leftMs: number, isRepetition: boolean): Promise<Msg>;
  /** @returns whether the budget allows a repetition, which is then counted */
  spend(): boolean;
}

/**
 * A call that waits for its answer. While nothing comes, it is asked again, of whichever replica gets it: one whose node is
 * lost gets its share of the calls until its connections are found dead. The first answer counts.
 */
export class PendingCall {
  readonly answer: Promise<Msg>;
  private resolve: (answer: Msg) => void = () => undefined;
  private reject: (error: unknown) => void = () => undefined;
  private readonly begun = performance.now();
  /** On the connection of now. */
  private tries = 0;
  private timer: NodeJS.Timeout | undefined;
  private isDisconnected = false;

  constructor(private readonly options: PendingCallOptions) {
    this.answer = new Promise<Msg>((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.ask();
    if (options.mayRepeat) this.repeatAfter(options.repeatAfterMs);
  }

  /** The connection is lost, and with it the request or its answer. What may be repeated waits for the next one. */
  lose(): void {
    if (this.options.mayRepeat) this.isDisconnected = true;
    else this.giveUp();
  }

  /** There is a connection again. */
  resume(): void {
    if (!this.isDisconnected) return;
    this.isDisconnected = false;
    // What went into a connection that is lost says nothing about the replicas: it is no reason to stop asking.
    this.tries = 0;
    if (this.leftMs() <= 0) return;
    this.ask();
    this.repeatAfter(this.nextRepetitionMs());
  }

  giveUp(): void {
    this.reject(disconnected());
  }

  /** To be called when the answer is there, or none is wanted any more. */
  end(): void {
    clearTimeout(this.timer);
  }

  private leftMs(): number {
    return this.options.timeoutMs - (performance.now() - this.begun);
  }

  private nextRepetitionMs(): number {
    return Math.min(this.options.repeatAfterMs * SOONER, NEXT_REPETITION_MS);
  }

  private repeatAfter(pauseMs: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.repeat(), pauseMs);
  }

  private repeat(): void {
    const pauseMs = this.nextRepetitionMs();
    if (this.leftMs() < pauseMs / 2) return;
    // Without a connection, or while others have spent the budget, it waits for its next turn.
    if (!this.isDisconnected && this.tries < MOST_TRIES && this.options.spend()) this.ask();
    this.repeatAfter(pauseMs);
  }

  private ask(): void {
    const { sendings } = this.options;
    const isRepetition = sendings.count > 0;
    this.tries += 1;
    sendings.count += 1;
    void this.options.send(this.leftMs(), isRepetition).then(this.resolve, (error: unknown) => {
      if (isUnheard(error)) sendings.count -= 1;
      this.reject(error);
    });
  }
}

/** Whether an answer of NATS says that nobody got the request. */
export function isUnheard(error: unknown): boolean {
  return error instanceof NatsError && error.code === ErrorCode.NoResponders;
}

export function disconnected(): UnavailableError {
  return new UnavailableError('the messaging system is not connected');
}
