import type { QueueRecord, Violation } from '../records';
import type { ExpectedEvent } from './history';
import { Snapshot, isVisible } from './snapshot';

/** Sent to whoever is connected, written nowhere: at most once, and of no consequence. */
const EPHEMERAL = new Set(['heartbeat', 'typing', 'presence', 'restart', 'web_reload_client']);

/** An event; of an event that a queue may merge with its neighbour, the part about one message. */
interface Item {
  text: string;
  eventId?: number;
  from?: ExpectedEvent;
}

/**
 * Compares what a queue delivered with what was committed: the same events in the same order, each once, from exactly
 * the point that the state of the registration ends at (design.md I3, I4).
 * @param expected what the queue's user was to get of the log, in order
 */
export function checkQueue(queue: QueueRecord, expected: readonly ExpectedEvent[]): Violation[] {
  const ids = queue.events.map(({ id }) => id);
  const disorder = ids.findIndex((id, index) => index > 0 && id <= (ids[index - 1] ?? -1));
  if (disorder > 0) return [violation(queue, 'event ids increase', { ids: ids.slice(disorder - 1, disorder + 1) })];
  const received = queue.events.flatMap(({ id, text }) =>
    parts(text).map((part): Item => ({ text: part, eventId: id })),
  );
  const wanted = expected.flatMap((from) => parts(from.text).map((text): Item => ({ text, from })));
  return compare(queue, received, wanted);
}

/**
 * Of what happened while the queue was registered, and before when no snapshot could be taken then, some is in the state and
 * the rest comes: one event may be either of two that read alike. So all numbers of received events that what was
 * looked at so far may account for are kept.
 */
function compare(queue: QueueRecord, received: readonly Item[], wanted: readonly Item[]): Violation[] {
  let accounted: readonly number[] = [0];
  for (const item of wanted) {
    const following = [...new Set(accounted.flatMap((next) => accountedAfter(queue, received, next, item)))];
    if (following.length === 0) return [unmet(queue, { received, wanted, next: Math.max(...accounted), item })];
    accounted = following;
  }
  const next = Math.max(...accounted);
  const extra = received[next];
  return extra ? [surplus(queue, received, next, extra)] : [];
}

/** How many received events may be accounted for after an item of the log, `next` of them being before it. */
function accountedAfter(queue: QueueRecord, received: readonly Item[], next: number, item: Item): number[] {
  const got = received[next];
  if (!got) return queue.end === 'open' && queue.isComplete && must(queue, item) ? [] : [next];
  const came = got.text === item.text && !mustNot(queue, item) ? [next + 1] : [];
  return must(queue, item) ? came : [...came, next];
}

function unmet(queue: QueueRecord, found: Mismatch): Violation {
  const { received, next, item } = found;
  if (received[next]) return mismatch(queue, found);
  return violation(queue, 'nothing acknowledged is missing', { missing: item, after: received.at(-1) });
}

/** The event happened after the registration was answered: it cannot be in the state. */
function must(queue: QueueRecord, { from }: Item): boolean {
  if (!from || from.life > queue.life) return true;
  return queue.after !== undefined && !isSeen(from, queue.after);
}

/** The event had happened before the registration began: it is in the state. */
function mustNot(queue: QueueRecord, { from }: Item): boolean {
  if (!from || from.life > queue.life) return false;
  return queue.before !== undefined && isSeen(from, queue.before);
}

function isSeen({ xid }: ExpectedEvent, snapshot: Snapshot): boolean {
  return isVisible(xid, snapshot);
}

interface Mismatch {
  received: readonly Item[];
  wanted: readonly Item[];
  next: number;
  item: Item;
}

/** Another event came than the one that is due: it is missing, came later, or something came that should not have. */
function mismatch(queue: QueueRecord, { received, wanted, next, item }: Mismatch): Violation {
  const got = received[next];
  const isDue = got && wanted.some((candidate) => candidate.text === got.text && !mustNot(queue, candidate));
  const isRepeat = got && received.slice(0, next).some(({ text }) => text === got.text);
  if (got && (isRepeat || !isDue)) return surplus(queue, received, next, got);
  const evidence = { expected: item, received: got, before: received[next - 1] };
  const comesLater = received.slice(next).some(({ text }) => text === item.text);
  return violation(queue, comesLater ? 'order holds' : 'nothing acknowledged is missing', evidence);
}

function surplus(queue: QueueRecord, received: readonly Item[], next: number, extra: Item): Violation {
  const isRepeat = received.slice(0, next).some(({ text }) => text === extra.text);
  const rule = isRepeat ? 'nothing is doubled' : 'only what was committed comes, and not what the state has';
  return violation(queue, rule, { received: extra, before: received[next - 1] });
}

function violation(queue: QueueRecord, rule: string, evidence: object): Violation {
  const { queueId, userId, realm, life, registeredAt, before, after, end } = queue;
  const snapshots = [before, after].map((snapshot) => snapshot && `${snapshot.xmin}:${snapshot.xmax}`);
  return {
    rule,
    what: `queue ${queueId} of user ${userId} in realm ${realm.id} (${end})`,
    evidence: { ...evidence, registeredAt: new Date(registeredAt).toISOString(), life, snapshots },
  };
}

/** What of an event is compared: nothing of ephemeral ones; changes of flags message by message, as queues merge them. */
function parts(text: string): string[] {
  const event: { type: string; messages?: number[]; message_details?: unknown; all?: boolean } = JSON.parse(text);
  if (EPHEMERAL.has(event.type)) return [];
  const { messages, ...rest } = event;
  const merges = event.type === 'update_message_flags' && !event.all && event.message_details === undefined;
  if (!merges || !messages) return [text];
  return messages.map((id) => JSON.stringify({ ...rest, messages: [id] }));
}
