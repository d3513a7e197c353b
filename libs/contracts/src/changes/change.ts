import type { EventHints, EventType, StoredEvent } from '../events/stored-event';
import type { ClientCapabilities } from '../users/register.api';
import type { Audience } from './audience';

/** What a consumer needs to route one event of a change without parsing its body. */
export interface EventRoute {
  type: string;
  to: Audience;
  /** Set on messages of public channels: the event also goes to `all_public_streams` queues of non-guests. */
  publicChannel?: number;
}

/** Queues whose capability has this value. */
export interface CapabilityCondition {
  capability: keyof ClientCapabilities;
  is: boolean;
}

/** One event of a change with what goes with it, as consumers read it. */
export interface EventBody<T extends EventType = EventType> {
  event: StoredEvent<T>;
  /** Message flags of the users that have any, next to the event (realtime.md 6.4). A user is in at most one entry. */
  flags?: { flags: string[]; to: Audience }[];
  /** Local echo: only this queue's copy carries `local_message_id` and `local_id`. */
  localEcho?: { queueId: string; localId: string };
  /** Only for queues whose capability has this value (realtime.md 6.5). */
  when?: CapabilityCondition;
  /** Facts that shaping needs and clients never see. */
  hints?: EventHints<T>;
}

/** Whether the event is of a type: its fields and hints are then that type's. */
export function isOfType<T extends EventType>(body: EventBody, type: T): body is EventBody<T> {
  return body.event.type === type;
}

/** One outbox row: the events of one operation, in order. `routing.events[i]` belongs to `body.events[i]`. */
export interface ChangeRouting {
  /** W3C `traceparent` of the span that wrote the change; only of sampled traces, and then first in the text. */
  trace?: string;
  realm: number;
  events: EventRoute[];
}
export interface ChangeBody {
  events: EventBody[];
}

/** What services hand to `tx.emit`: made by `eventOf`, which checks the fields by the event's schema. */
export interface ChangeEvent {
  readonly route: EventRoute;
  readonly body: Omit<EventBody, 'event'> & { event: { type: string; op?: string; [field: string]: unknown } };
}

/** A change as the relay numbered it: `seq` is contiguous per partition and epoch. */
export interface NumberedChange {
  partition: number;
  epoch: number;
  seq: number;
  /** Top-level transaction id (xid8) as a number: below 2^53 for any database that exists. */
  xid: number;
  routing: ChangeRouting;
  /** JSON text of {@link ChangeBody}, unparsed; absent when the change was too large to publish: read it from the log. */
  body?: string;
}

/** Sent by the relay per partition every 250 ms: shows consumers a lost tail and lets them forget snapshots. */
export interface PartitionBeat {
  partition: number;
  /** When the server's present life began, about: seconds since 2026. A number is never given out again. */
  epoch: number;
  /** The newest seq given out. */
  head: number;
  /** xmin of the last move: every transaction below it is visible or gone. */
  xmin: number;
  /** First seq of this epoch. */
  epochFirstSeq: number;
}

/** Where a partition of the log stands, as the database has it. */
export interface PartitionState extends PartitionBeat {
  /** The epoch that the present one followed; null if that was not written down. */
  previousEpoch: number | null;
}

export function encodeRouting(realmId: number, events: readonly Pick<ChangeEvent, 'route'>[], trace?: string): string {
  const routing: ChangeRouting = { realm: realmId, events: events.map((event) => event.route) };
  return withTrace(JSON.stringify(routing), trace);
}

/** @throws SyntaxError */
export function decodeRouting(text: string): ChangeRouting {
  return JSON.parse(text);
}

const TRACE_BEGIN = '{"trace":"';
const TRACE_LENGTH = 55;

/** Puts the trace that a change belongs to into its routing. */
export function withTrace(routing: string, trace: string | undefined): string {
  return trace === undefined ? routing : `${TRACE_BEGIN}${trace}",${routing.slice(1)}`;
}

/** The trace of a change, found without parsing its routing; undefined for most changes. */
export function traceOf(routing: string | Buffer): string | undefined {
  const end = TRACE_BEGIN.length + TRACE_LENGTH;
  const begin = typeof routing === 'string' ? routing.slice(0, end) : routing.toString('latin1', 0, end);
  return begin.startsWith(TRACE_BEGIN) ? begin.slice(TRACE_BEGIN.length) : undefined;
}

export function encodeBody(events: readonly ChangeEvent[]): string {
  return JSON.stringify({ events: events.map((event) => event.body) });
}

/**
 * The events of a change. Nothing is checked: only {@link encodeBody} makes these texts, from events that `eventOf` typed,
 * and consumers are on the path of every delivery.
 * @throws SyntaxError
 */
export function decodeBody(text: string): EventBody[] {
  const body: ChangeBody = JSON.parse(text);
  return body.events;
}

/** `type` or `type/op`, by which logs and the reference name an event. */
export function eventName({ body: { event } }: ChangeEvent): string {
  return event.op === undefined ? event.type : `${event.type}/${event.op}`;
}
