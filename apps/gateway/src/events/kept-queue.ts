import type { QueuedEvent, Slot } from '@stoa/event-queue';
import type { TraceSpan } from '@stoa/observability';
import type { OwedAnswer } from './held-polls';

/** Redis is told what a client has so often (ms), or once it is so many events; the mark is renewed in any case. */
const TOLD_EVERY_MS = 10_000;
const RENEWED_EVERY_MS = 30_000;
const MOST_TOLD_LATER = 100;
/** A client for which so much waits here gets it from Redis. */
const MOST_EVENTS = 100;
const MOST_BYTES = 128 * 1024;

export interface KeptRequest {
  readonly slot: Slot;
  readonly queueId: string;
  readonly userId: number;
  readonly lastEventId: number;
}

/** A queue whose client polls again and again, between its polls and while one waits. */
export interface KeptQueue extends Omit<KeptRequest, 'lastEventId'> {
  readonly nonce: string;
  /** The last event that the client has said it has. */
  acknowledged: number;
  /** The last one that Redis was told so of. */
  pruned: number;
  /** What the client has not acknowledged, oldest first. */
  events: QueuedEvent[];
  /** Of these. */
  bytes: number;
  /** The last event that has come here. */
  got: number;
  /** The newest that is known to be in the queue. */
  newest: number;
  waiting?: { readonly answer: OwedAnswer; readonly span?: TraceSpan };
  /** How long a poll that waits may do so, in ms. */
  holdMs: number;
  /** Of the process' clock (ms): since when a poll waits, or none does. */
  since: number;
  /** When Redis was told last. */
  keptAt: number;
  isAsking: boolean;
  /** Redis has the mark. */
  isBegun: boolean;
  /** A poll has come back to it. */
  isResumed: boolean;
  /** Since when Redis could not say what the queue has. */
  failingSince?: number;
}

/** A queue that Redis is being asked about. */
export function newKeptQueue({ lastEventId, ...request }: KeptRequest, nonce: string): KeptQueue {
  const now = performance.now();
  return {
    ...request,
    nonce,
    ...{ acknowledged: lastEventId, pruned: lastEventId, got: lastEventId, newest: lastEventId },
    ...{ events: [], bytes: 0, holdMs: 0, since: now, keptAt: now },
    ...{ isAsking: true, isBegun: false, isResumed: false },
  };
}

/** Whether the event is the last one that the client had, or one that it may have been answered since. */
export function hasEvent({ acknowledged, events }: KeptQueue, eventId: number): boolean {
  return eventId === acknowledged || events.some(({ id }) => id === eventId);
}

/** The client has the event, which {@link hasEvent} knows, and those before it. */
export function acknowledge(kept: KeptQueue, eventId: number): void {
  kept.acknowledged = eventId;
  if (kept.events.length === 0) return;
  kept.events = kept.events.filter(({ id }) => id > eventId);
  kept.bytes = kept.events.reduce((sum, { json }) => sum + json.length, 0);
}

/** Adds those of the events that have not come yet. */
export function collect(kept: KeptQueue, events: readonly QueuedEvent[]): void {
  for (const event of events) {
    if (event.id <= kept.got) continue;
    kept.events.push(event);
    kept.bytes += event.json.length;
    kept.got = event.id;
  }
  kept.newest = Math.max(kept.newest, kept.got);
}

export function isFull({ events, bytes }: KeptQueue): boolean {
  return events.length > MOST_EVENTS || bytes > MOST_BYTES;
}

/** Whether Redis is to be told what the client has, or that it is still there. */
export function isKeepDue({ acknowledged, pruned, keptAt }: KeptQueue, now: number): boolean {
  if (now - keptAt >= RENEWED_EVERY_MS || acknowledged - pruned >= MOST_TOLD_LATER) return true;
  return acknowledged > pruned && now - keptAt >= TOLD_EVERY_MS;
}
