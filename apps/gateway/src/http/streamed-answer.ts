import type { ServerResponse } from 'node:http';

/** An answer that goes on: what is written reaches the client as it comes, until one of the two ends it. */
export class StreamedAnswer {
  /** @param onEnd runs once, when everything was written */
  constructor(
    private readonly response: ServerResponse,
    private readonly onEnd: () => void,
  ) {}

  /** False once it was ended or the client went away. */
  get isOpen(): boolean {
    return !this.response.writableEnded && !this.response.destroyed;
  }

  /** `listener` runs once if the client goes away before the end. */
  onAbort(listener: () => void): void {
    this.response.once('close', () => {
      if (!this.response.writableEnded) listener();
    });
  }

  /**
   * Does nothing if it is no longer open.
   * @returns false if the client has yet to read what was written: wait for {@link onceRead}
   */
  write(text: string): boolean {
    if (!this.isOpen) return true;
    return this.response.write(text);
  }

  /** `listener` runs once when the system has taken everything that was written. */
  onceRead(listener: () => void): void {
    this.response.once('drain', listener);
  }

  end(): void {
    if (!this.isOpen) return;
    this.response.end();
    this.onEnd();
  }
}
