import { RawJson } from '@stoa/rpc';
import type { OwedResponse } from './owed-response';
import type { StreamedAnswer } from './streamed-answer';

/** A response that its handler answers later, once: a held poll. */
export class HeldAnswer {
  constructor(private readonly exchange: OwedResponse) {}

  /** False once it was answered or the client went away. */
  get isOpen(): boolean {
    return this.exchange.isOpen;
  }

  /** `listener` runs once if the client goes away unanswered. */
  onAbort(listener: () => void): void {
    this.exchange.onAbort(listener);
  }

  /**
   * Answers with the success envelope around an object or the text of one.
   * @param options.closeConnection makes the client connect anew, because this replica stops
   */
  succeed(data: object | RawJson | Buffer, options: { closeConnection?: boolean } = {}): void {
    const content = data instanceof RawJson ? data.text : data;
    this.exchange.succeed(content, { headers: options.closeConnection ? { connection: 'close' } : {} });
  }

  /** Answers with a stream of events, which begins now. */
  stream(): StreamedAnswer {
    return this.exchange.beginStream();
  }

  fail(error: unknown): void {
    this.exchange.fail(error);
  }
}
