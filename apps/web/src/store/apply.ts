import type { ClientEvent } from '@stoa/contracts/events';
import { Draft } from './draft';
import { REDUCERS, type EventMap, type EventOf, type When } from './reducers';
import type { State } from './state';

/** An event as the poll brings it: its type may be one that this client does not know. */
export interface PolledEvent {
  readonly id: number;
  readonly type: string;
}

/** What another part of the client does with every event, after the state's own reducer: the windows, for one. */
export type Extension = (draft: Draft<State>, event: ClientEvent, when: When) => void;

export interface ApplyOptions {
  /** Milliseconds of the local clock: when the events came. */
  now: number;
  extensions?: readonly Extension[];
}

/** Whether it is of a type that this client knows. */
export function isKnown(event: PolledEvent): event is ClientEvent {
  return Object.hasOwn(REDUCERS, event.type);
}

function reduce<T extends keyof EventMap>(draft: Draft<State>, event: EventOf<T>, when: When): void {
  REDUCERS[event.type](draft, event, when);
}

/**
 * The state after the events. Those of a type that this client does not know change nothing; an event that the state
 * has already changes nothing either, because a snapshot and the events after it may overlap (realtime.md 9.1).
 */
export function applyEvents(
  state: State,
  events: readonly PolledEvent[],
  { now, extensions = [] }: ApplyOptions,
): State {
  const draft = new Draft(state);
  for (const event of events) {
    if (!isKnown(event)) continue;
    reduce(draft, event, { now });
    for (const extend of extensions) extend(draft, event, { now });
  }
  return draft.state;
}

/** A change that is no event: what an action does at once, or an answer brings. */
export function changed(state: State, change: (draft: Draft<State>) => void): State {
  const draft = new Draft(state);
  change(draft);
  return draft.state;
}
