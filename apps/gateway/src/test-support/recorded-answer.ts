import { RawJson } from '@stoa/rpc';
import type { OwedAnswer } from '../events/held-polls';

/** A client's response, kept instead of sent. */
export class RecordedAnswer implements OwedAnswer {
  isOpen = true;
  text: string | undefined;
  closes = false;
  error: unknown;
  private abort: (() => void) | undefined;

  onAbort(listener: () => void): void {
    this.abort = listener;
  }
  succeed(data: object, options: { closeConnection?: boolean } = {}): void {
    this.isOpen = false;
    this.closes = options.closeConnection ?? false;
    if (data instanceof RawJson) this.text = data.text.toString();
  }
  fail(error: unknown): void {
    this.isOpen = false;
    this.error = error;
  }
  disconnect(): void {
    this.isOpen = false;
    this.abort?.();
  }
  get events(): { id: number; type: string }[] | undefined {
    return this.text === undefined ? undefined : JSON.parse(this.text).events;
  }
}
