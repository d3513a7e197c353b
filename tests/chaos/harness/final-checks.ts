import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { applyEvents, comparableState, eventually } from '@stoa/testing';
import type { LostTail } from './checker/log-check';
import { checkActions, checkLog } from './checker/log-check';
import { checkReplies, missingCalls } from './checker/bot-calls';
import { Expectations, History } from './checker/history';
import { checkQueue } from './checker/queue-check';
import { messageIdOf } from './checker/evidence';
import type { DatabaseView } from './cluster/database-view';
import type { ActionRecord, Journal, QueueRecord, Violation } from './records';
import type { Attempts } from './workload/attempts';
import type { BotService } from './workload/bot-service';
import type { Listener } from './workload/listener';
import type { Realm } from './workload/population';

const MARKER_MS = 90_000;
const SETTLE_MS = 45_000;
const CALLED_MS = 150_000;
/** When something is wrong anyway the rest need not be waited for so long. */
const AFTER_VIOLATION_MS = 2_000;

/** Sends every listener the message with which everything before it has come, and waits for it. */
export async function awaitEverything(
  realms: readonly Realm[],
  listeners: readonly Listener[],
  { attempts, journal, mark }: { attempts: Attempts; journal: Journal; mark: string },
): Promise<void> {
  for (const listener of listeners) {
    const realm = realms.find(({ facts }) => facts === listener.realm);
    if (!realm) continue;
    let sentAt = 0;
    const hasEverything = async () => {
      const { record } = listener;
      if (!record) return false;
      if (listener.hasReceived(mark)) return (record.isComplete = true);
      // Of a queue that was registered later it is in the state.
      if (record.registeredAt > sentAt) {
        sentAt = Date.now();
        await sendMarker(realm, listener, { attempts, mark });
      }
      return false;
    };
    const timeoutMs = journal.violations.length > 0 ? 5 * AFTER_VIOLATION_MS : MARKER_MS;
    await eventually(hasEverything, { timeoutMs }).catch(() => {
      const { record, reads } = listener;
      const evidence = {
        queueId: record?.queueId,
        userId: listener.person.userId,
        reads,
        events: record?.events.length,
      };
      journal.violate('every queue gets everything', 'the last message did not come', evidence);
    });
  }
}

async function sendMarker(
  realm: Realm,
  { person }: Listener,
  { attempts, mark }: { attempts: Attempts; mark: string },
): Promise<void> {
  const { client } = realm.flood.writer;
  const headers = { 'idempotency-key': randomUUID() };
  const message = { type: 'direct', to: [person.userId], content: `${mark} is the last` };
  await attempts.call({
    action: 'send',
    isRepeatable: true,
    request: (signal) => client.post('/messages', message, { headers, signal }),
  });
}

/** What each listener has made of its state and its events is what a new registration gives, slice by slice. */
export async function checkStates(listeners: readonly Listener[], journal: Journal): Promise<number> {
  let slices = 0;
  for (const listener of listeners) {
    if (!listener.record) continue;
    let differences: object = {};
    const isEqual = async () => {
      // What the service does by itself may come between: then both are asked again.
      const { body: fresh } = await listener.person.client.post('/register', listener.registration);
      const [folded, wanted] = [applyEvents(listener.state, listener.events), fresh].map(comparableState);
      if (!folded || !wanted) return false;
      const names = [...new Set([...Object.keys(folded), ...Object.keys(wanted)])];
      slices = Math.max(slices, names.length);
      const different = names.filter((name) => !isDeepStrictEqual(folded[name], wanted[name]));
      differences = Object.fromEntries(different.map((name) => [name, { folded: folded[name], fresh: wanted[name] }]));
      return different.length === 0;
    };
    const timeoutMs = journal.violations.length > 0 ? AFTER_VIOLATION_MS : SETTLE_MS;
    await eventually(isEqual, { timeoutMs, stepMs: 500 }).catch((error: unknown) => {
      const { queueId, userId, registeredAt } = listener.record ?? {};
      const where = { queueId, userId, registeredAt, error: String(error) };
      journal.violate('state and events make the state', Object.keys(differences).join(), { ...where, differences });
    });
  }
  return slices;
}

export interface HistoryParts {
  journal: Journal;
  history: History;
  lostTails: readonly LostTail[];
  /** Heads of the partitions when clients began to act. */
  since: ReadonlyMap<number, number>;
}

export interface HistoryFindings {
  violations: Violation[];
  eventsChecked: number;
}

/** Compares everything that was received and acknowledged with what is committed. */
export async function checkHistory(
  { journal, history, lostTails, since }: HistoryParts,
  view: DatabaseView,
): Promise<HistoryFindings> {
  const violations: Violation[] = [];
  await eventually(async () => (await view.countUnnumbered()) === 0, { timeoutMs: 30_000 }).catch(async () => {
    const what = `${await view.countUnnumbered()} committed changes have no number`;
    violations.push({ rule: 'every commit is numbered', what });
  });
  const events = history.events(history.newest);
  const fromActing = events.filter(({ partition, seq }) => seq > (since.get(partition) ?? 0));
  violations.push(...checkLog(events, await view.heads()), ...checkActions(journal.actions, fromActing, lostTails));
  violations.push(...checkReplies(journal.actions, fromActing, lostTails));
  const expectations = new Expectations(history);
  for (const queue of journal.queues) violations.push(...checkInSomeLife(queue, expectations));
  violations.push(...(await checkMessages(journal.actions, history, view)));
  return { violations, eventsChecked: journal.queues.reduce((sum, queue) => sum + queue.events.length, 0) };
}

/**
 * A queue that ended when the database was restored knew the history up to then; one that lived on knows the new one.
 * The received events show which of the two it was.
 */
function checkInSomeLife(queue: QueueRecord, expectations: Expectations): Violation[] {
  let first: Violation[] | undefined;
  for (let life = queue.lifeAtEnd; life >= queue.life; life -= 1) {
    const violations = checkQueue(queue, expectations.of(queue, life));
    if (violations.length === 0) return [];
    first ??= violations;
    if (queue.end === 'open') break;
  }
  return first ?? [];
}

/** What was acknowledged as sent and not as deleted is in the table of messages. */
async function checkMessages(
  actions: readonly ActionRecord[],
  history: History,
  view: DatabaseView,
): Promise<Violation[]> {
  const mayBeDeleted = new Set(actions.filter(({ kind }) => kind === 'delete').flatMap(({ evidence }) => evidence));
  const ids = history.events(history.newest).flatMap((event) => {
    const id = messageIdOf(event);
    return id === undefined || mayBeDeleted.has(`deleted:${id}`) ? [] : [id];
  });
  const missing = await view.missingMessages(ids);
  return missing.length === 0
    ? []
    : [{ rule: 'what is acknowledged is committed', what: 'messages', evidence: missing }];
}

/** Waits until each service was called about what it was asked. A call that a killed process made is free after a minute. */
export async function awaitBotCalls(
  { calls }: BotService,
  lostTails: readonly LostTail[],
  journal: Journal,
): Promise<void> {
  const missing = (): string[] => missingCalls(journal.actions, calls, lostTails);
  const timeoutMs = journal.violations.length > 0 ? AFTER_VIOLATION_MS : CALLED_MS;
  await eventually(() => missing().length === 0, { timeoutMs, stepMs: 500 }).catch(() =>
    journal.violate('the services of bots hear what they should', 'calls that did not come', missing()),
  );
}

/** Waits until no service of a bot has an answer that the bot is still to say. */
export async function awaitReplies(view: DatabaseView, journal: Journal): Promise<void> {
  const timeoutMs = journal.violations.length > 0 ? AFTER_VIOLATION_MS : CALLED_MS;
  const isSettled = async () => (await view.countWaitingCalls()) === 0;
  await eventually(isSettled, { timeoutMs, stepMs: 500 }).catch(async () =>
    journal.violate('a bot says each answer once', 'calls that are not settled', await view.countWaitingCalls()),
  );
}

/**
 * Each message to a phone is notified there once. A database that lost its tail does not know what was sent in that
 * time, so it is sent again: what came then does not count as the first time.
 */
export async function checkNotifications(
  realms: readonly Realm[],
  lostTails: readonly LostTail[],
  journal: Journal,
): Promise<number> {
  let told = 0;
  for (const { phone } of realms) {
    const mine = journal.actions.filter(({ toldTo }) => toldTo === phone.person.userId);
    const marks = new Map<string, number[]>();
    const isLost = ({ startedAt, endedAt }: ActionRecord) =>
      lostTails.some(({ from, to }) => startedAt <= to && endedAt >= from);
    const due = mine.filter((action) => action.outcome === 'acknowledged' && !isLost(action));
    const missing = async () => {
      marks.clear();
      for (const { at, plain } of await phone.device.requests()) {
        const mark = plain.type === 'message' ? /m\d+x[0-9a-f]+/.exec(String(plain.content))?.[0] : undefined;
        if (mark) marks.set(`sent:${mark}`, [...(marks.get(`sent:${mark}`) ?? []), at * 1_000]);
      }
      return due.flatMap(({ evidence }) => evidence.filter((key) => !marks.has(key)));
    };
    await eventually(async () => (await missing()).length === 0, { timeoutMs: 60_000, stepMs: 500 }).catch(async () => {
      journal.violate('each due notification comes', `phone ${phone.person.userId}`, await missing());
    });
    const isForgotten = (at: number) => lostTails.some(({ from, to }) => from <= at && at <= to);
    const doubled = [...marks].filter(([, times]) => times.filter((at) => !isForgotten(at)).length > 1);
    if (doubled.length > 0) journal.violate('no notification comes twice', `phone ${phone.person.userId}`, doubled);
    told += marks.size;
  }
  return told;
}
