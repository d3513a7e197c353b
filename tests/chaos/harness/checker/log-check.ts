import type { ActionRecord, Violation } from '../records';
import { evidenceOf, messageIdOf, referencesOf } from './evidence';
import type { LogEvent } from './history';

/** A period whose acknowledged actions may be lost: PostgreSQL was restored to its beginning. */
export interface LostTail {
  from: number;
  to: number;
}

/** Where, by partition and seq, a key of evidence is in the log. */
type Places = Map<string, Set<string>>;

/**
 * Compares the answers to clients' actions with what was committed: everything acknowledged is there, nothing more
 * often than it was asked for, and nothing before what it follows from (design.md I1, I2).
 * @param events of the log as it is in the end
 */
export function checkActions(
  actions: readonly ActionRecord[],
  events: readonly LogEvent[],
  lost: readonly LostTail[],
): Violation[] {
  const places = placesOf(events);
  const wanted = new Map<string, { definite: number; tried: number; action: ActionRecord }>();
  for (const action of actions) {
    const isLost = lost.some(({ from, to }) => action.startedAt <= to && action.endedAt >= from);
    const isWanted = action.outcome === 'acknowledged' && action.isDefinite && !isLost;
    for (const key of action.evidence) {
      const entry = wanted.get(key) ?? { definite: 0, tried: 0, action };
      entry.definite += isWanted ? 1 : 0;
      entry.tried += action.isOnce ? 1 : action.attempts;
      wanted.set(key, entry);
    }
  }
  const violations: Violation[] = [];
  for (const [key, { definite, tried, action }] of wanted) {
    const found = places.get(key)?.size ?? 0;
    if (found < definite)
      violations.push(finding('what is acknowledged is committed', key, { found, definite, action }));
    if (found > tried) violations.push(finding('nothing is done twice', key, { found, tried, action }));
  }
  return [...violations, ...checkCauses(actions, events)];
}

function finding(rule: string, key: string, evidence: object): Violation {
  return { rule, what: key, evidence };
}

function placesOf(events: readonly LogEvent[]): Places {
  const places: Places = new Map();
  for (const event of events) {
    // Events of one change bring the same to different users.
    const place = `${event.partition}/${event.seq}`;
    for (const key of evidenceOf(event)) {
      const known = places.get(key);
      if (known) known.add(place);
      else places.set(key, new Set([place]));
    }
  }
  return places;
}

function checkCauses(actions: readonly ActionRecord[], events: readonly LogEvent[]): Violation[] {
  const first = new Map<string, LogEvent>();
  for (const event of events) for (const key of evidenceOf(event)) if (!first.has(key)) first.set(key, event);
  return actions.flatMap((action) => {
    const cause = action.cause === undefined ? undefined : first.get(action.cause);
    return action.evidence.flatMap((key) => {
      const effect = action.isOnce ? first.get(key) : undefined;
      if (!cause || !effect || cause.partition !== effect.partition || cause.seq < effect.seq) return [];
      const where = { cause: `${action.cause} at ${cause.seq}`, effect: `${key} at ${effect.seq}` };
      return [finding('causal order holds', key, where)];
    });
  });
}

/** The log itself: numbers without gaps in every partition, and no event about a message before the message. */
export function checkLog(events: readonly LogEvent[], heads: ReadonlyMap<number, number>): Violation[] {
  const violations: Violation[] = [];
  for (const [partition, head] of heads) {
    const numbers = [...new Set(events.filter((event) => event.partition === partition).map(({ seq }) => seq))];
    const gap = numbers.findIndex((seq, index) => seq !== index + 1);
    if (gap >= 0 || numbers.length !== head) {
      const evidence = {
        head,
        count: numbers.length,
        around: gap < 0 ? [] : numbers.slice(Math.max(0, gap - 1), gap + 2),
      };
      violations.push({ rule: 'numbers are contiguous', what: `partition ${partition}`, evidence });
    }
  }
  const sentAt = new Map<number, LogEvent>();
  for (const event of events) {
    const id = messageIdOf(event);
    if (id !== undefined) sentAt.set(id, event);
  }
  for (const event of events) {
    for (const id of referencesOf(event)) {
      const sent = sentAt.get(id);
      if (!sent || sent.partition !== event.partition || sent.seq <= event.seq) continue;
      const evidence = { message: sent.seq, event: event.seq, type: event.type };
      violations.push({ rule: 'causal order holds', what: `message ${id}`, evidence });
    }
  }
  return violations;
}
