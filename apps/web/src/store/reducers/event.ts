import type { ClientEvent } from '@stoa/contracts/events';
import type { Draft } from '../draft';
import type { State } from '../state';

/** Every event that the service sends, by its type. */
export type EventMap = { [T in ClientEvent['type']]: Extract<ClientEvent, { type: T }> };
export type EventOf<T extends keyof EventMap> = { [K in T]: EventMap[K] & { type: K } }[T];
export type EventWith<T extends keyof EventMap, O> = Extract<EventMap[T], { op: O }>;

/** When an event came: milliseconds of the local clock. */
export interface When {
  readonly now: number;
}

export type Reducer<T extends keyof EventMap> = (draft: Draft<State>, event: EventOf<T>, when: When) => void;

/** Of types that say nothing to this client, or only to older ones. */
export function nothing(): void {
  // Nothing of the state follows from it.
}
