import type { Slot } from '@stoa/event-queue';
import type { StreamedAnswer } from '../http/streamed-answer';

/** A stream ends when it has brought so much: the client acknowledges it by coming back, and Redis may forget it. */
const MOST_EVENTS = 100;
const MOST_BYTES = 512 * 1024;
/** So much is read from the queue and written at once, and what a client does not read is not much more. */
export const PIECE_BYTES = 32 * 1024;

/** The response of a stream. */
export type StreamSink = Pick<StreamedAnswer, 'isOpen' | 'onAbort' | 'onceRead' | 'write' | 'end'>;

/** Who reads which queue, and may do so. */
export interface StreamRequest {
  readonly slot: Slot;
  readonly queueId: string;
  readonly userId: number;
  readonly realmId: number;
  readonly lastEventId: number;
  /** Of the organization's access, when the client was admitted last. */
  readonly accessVersion: number;
  /** Admits the client again. @returns the version of that @throws DomainError if it may not go on */
  readmit(): Promise<number>;
}

/** A client that gets events as they come. */
export interface EventStream extends Omit<StreamRequest, 'lastEventId' | 'accessVersion'> {
  readonly nonce: string;
  accessVersion: number;
  /** The last event that was written. */
  got: number;
  /** The newest that is known to have come. */
  newest: number;
  /** None before it has begun. */
  sink?: StreamSink;
  /** What was written since. */
  events: number;
  bytes: number;
  rounds: number;
  isAsking: boolean;
  /** Its client has not read what was written; the queue keeps what comes. */
  isBehind: boolean;
  /** Since when (ms of the process's clock) its queue cannot be asked. */
  failingSince?: number;
}

export function newStream({ lastEventId, ...request }: StreamRequest, nonce: string): EventStream {
  const place = { got: lastEventId, newest: lastEventId };
  return { ...request, ...place, nonce, events: 0, bytes: 0, rounds: 0, isAsking: false, isBehind: false };
}

/** Whether events can be written to it now. */
export function isReady({ sink, isAsking, isBehind }: EventStream): boolean {
  return sink !== undefined && !isAsking && !isBehind;
}

/** Whether it has brought as much as may be unacknowledged. */
export function isFull({ events, bytes }: EventStream): boolean {
  return events >= MOST_EVENTS || bytes >= MOST_BYTES;
}
