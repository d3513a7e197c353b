import type { QueuedEvent } from './types';

/** Throws unless `body` is the text of a JSON object that begins with its type, as stored bodies must. */
export function assertEventBody(body: string): void {
  if (!body.startsWith('{"type":')) throw new TypeError(`not an event body: ${body.slice(0, 40)}`);
}

/**
 * Puts the id in front of an event body: `{"type":…}` becomes `{"id":7,"type":…}`. Several bodies are a coalesced
 * `update_message_flags` event (realtime.md 6.6): the first one's fields with the `messages` of all; only then is
 * anything parsed. The same input always gives the same text, so that a repeated poll is byte-identical.
 */
export function composeEvent(id: number, bodies: string | readonly string[]): string {
  if (typeof bodies === 'string') return `{"id":${id},${bodies.slice(1)}`;
  const [first, ...rest] = bodies;
  if (first === undefined) throw new TypeError('an event has at least one body');
  return `{"id":${id},${(rest.length === 0 ? first : mergeBodies(bodies)).slice(1)}`;
}

/** The complete text of the response of GET /events (realtime.md 3.3). */
export function composeAnswer(queueId: string, events: readonly QueuedEvent[]): string {
  const list = events.length === 1 && events[0] ? events[0].json : events.map((event) => event.json).join(',');
  return `{"result":"success","msg":"","events":[${list}],"queue_id":${JSON.stringify(queueId)}}`;
}

function mergeBodies(bodies: readonly string[]): string {
  const events = bodies.map((body): unknown => JSON.parse(body));
  const messages = events.flatMap((event) => messagesOf(event));
  return JSON.stringify({ ...Object(events[0]), messages });
}

function messagesOf(event: unknown): unknown[] {
  if (typeof event === 'object' && event !== null && 'messages' in event && Array.isArray(event.messages)) {
    return event.messages;
  }
  throw new TypeError('a coalesced event has no list of messages');
}
