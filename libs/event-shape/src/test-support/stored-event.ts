import type { StoredEvent } from '@stoa/contracts/events';

/** The fields of an event that a test is about. */
export interface SomeFields {
  type: string;
  [field: string]: unknown;
}

/** An event as if read from a change. */
export function storedEvent(fields: SomeFields): StoredEvent {
  return JSON.parse(JSON.stringify(fields));
}
