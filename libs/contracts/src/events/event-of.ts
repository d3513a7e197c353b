import { type Audience, encodeAudience } from '../changes/audience';
import type { ChangeEvent, EventBody, EventRoute } from '../changes/change';
import { KEYS_REVOKED } from './internal.events';
import type { EventType, FieldsOf, OpOf, TypeWithOp, TypeWithoutOp } from './stored-event';

/**
 * Stands in an event for a number that only the statement that writes the event knows. It becomes a JSON text that nothing
 * else has, for the statement to replace.
 */
export class PendingNumber {
  constructor(private readonly mark: string) {}

  toJSON(): string {
    return this.mark;
  }
}

/** What may be given for a value of an event: nobody changes it any more, and its numbers may be pending. */
export type Emitted<T> = T extends number
  ? T | PendingNumber
  : T extends object
    ? { readonly [K in keyof T]: Emitted<T[K]> }
    : T;

/** What an emitted event has besides its fields. */
export type EventOptions<T extends EventType> = Omit<EventBody<T>, 'event'> & Pick<EventRoute, 'publicChannel'>;

type To = Audience | Iterable<number>;
type AnyOptions = EventOptions<EventType>;
type WithOp = [op: string, fields: object, to: To, options?: AnyOptions];
type WithoutOp = [fields: object, to: To, options?: AnyOptions];

/**
 * An event for `tx.emit`, typed by its schema: `eventOf('reaction', 'add', { ... }, recipients)`, or for types without `op`
 * `eventOf('alert_words', { ... }, [userId])`. Clients get the fields in the order in which they are given.
 */
export function eventOf<T extends TypeWithOp, O extends string & OpOf<T>>(
  type: T,
  op: O,
  fields: Emitted<FieldsOf<T, O>>,
  to: To,
  options?: EventOptions<T>,
): ChangeEvent;
export function eventOf<T extends TypeWithoutOp>(
  type: T,
  fields: Emitted<FieldsOf<T>>,
  to: To,
  options?: EventOptions<T>,
): ChangeEvent;
export function eventOf(type: EventType, ...rest: WithOp | WithoutOp): ChangeEvent {
  const [op, fields, to, options = {}] = hasOp(rest) ? rest : ([undefined, ...rest] as const);
  const { publicChannel, ...others } = options;
  const event = op === undefined ? { type, ...fields } : { type, op, ...fields };
  return { route: routeOf(type, to, publicChannel), body: { event, ...others } };
}

function hasOp(rest: WithOp | WithoutOp): rest is WithOp {
  return typeof rest[0] === 'string';
}

/** The routing half of an event, alone where the statement that writes the event makes its body. */
export function routeOf(type: EventType, to: To, publicChannel?: number): EventRoute {
  const audience = Symbol.iterator in to ? encodeAudience(to) : to;
  return { type, to: audience, ...(publicChannel === undefined ? {} : { publicChannel }) };
}

/** Emit it with every revocation of keys or deactivation of accounts. */
export function keysRevoked(userIds: Iterable<number>): ChangeEvent {
  return eventOf(KEYS_REVOKED, {}, userIds);
}

/**
 * An object with one field whose name is known only when it runs. (`{ [name]: value }` is an object of any fields to the
 * compiler, which then checks nothing.)
 */
export function field<K extends string, V>(name: K, value: V): Partial<Record<K, V>> {
  const fields: Partial<Record<K, V>> = {};
  fields[name] = value;
  return fields;
}
