import { FaultRecord, faultName } from '../faults/fault';
import type { ActionRecord, DeliveryRecord, Violation } from '../records';

/** A poll whose queue has events is answered within this time (ms), unless something is broken (docs/operate/reliability.md). */
const PROMPT_MS = 5_000;

interface Promptness {
  /** Polls that were looked at. */
  judged: number;
  /** How long (ms) the slowest of them took. */
  slowestMs: number;
  violations: Violation[];
}

/**
 * Judges how long polls took to bring what their queues had: from the acknowledgement of the first message that they
 * brought, the poll's own beginning or the end of the last fault before its answer, whichever was last. What was answered during
 * a fault is not judged.
 */
export function checkPromptness(
  deliveries: readonly DeliveryRecord[],
  actions: readonly ActionRecord[],
  faults: readonly FaultRecord[],
): Promptness {
  const acknowledged = acknowledgements(actions);
  const result: Promptness = { judged: 0, slowestMs: 0, violations: [] };
  for (const delivery of deliveries) {
    const times = delivery.evidence.flatMap((key) => acknowledged.get(key) ?? []);
    const calmSince = endOfFaults(delivery.answeredAt, faults);
    if (times.length === 0 || calmSince === undefined) continue;
    const tookMs = delivery.answeredAt - Math.max(Math.min(...times), delivery.startedAt, calmSince);
    result.judged += 1;
    result.slowestMs = Math.max(result.slowestMs, tookMs);
    if (tookMs > PROMPT_MS) result.violations.push(late(delivery, tookMs, faults));
  }
  return result;
}

function acknowledgements(actions: readonly ActionRecord[]): Map<string, number> {
  const sent = actions.filter(({ outcome }) => outcome === 'acknowledged');
  return new Map(sent.flatMap(({ evidence, endedAt }) => evidence.map((key) => [key, endedAt])));
}

/** When the last fault before a moment was over; undefined if something was broken at that moment. */
function endOfFaults(at: number, faults: readonly FaultRecord[]): number | undefined {
  const begun = faults.filter(({ startedAt }) => startedAt <= at);
  const ends = begun.map(({ endedAt = Infinity }) => endedAt);
  const last = Math.max(-Infinity, ...ends);
  return last > at ? undefined : last;
}

function late(
  { queueId, startedAt, answeredAt, evidence }: DeliveryRecord,
  tookMs: number,
  all: readonly FaultRecord[],
) {
  const before = all.filter((fault) => fault.startedAt <= answeredAt).slice(-3);
  const faults = before.map((fault) => `${faultName(fault.fault)} ${iso(fault.startedAt)} to ${iso(fault.endedAt)}`);
  const times = { startedAt: iso(startedAt), answeredAt: iso(answeredAt) };
  return {
    rule: 'a poll that has events answers soon',
    what: `queue ${queueId}: a poll was answered ${(tookMs / 1000).toFixed(1)} s after nothing was in its way`,
    evidence: { ...times, evidence: evidence.slice(0, 3), faults },
  };
}

function iso(at: number | undefined): string {
  return at === undefined ? 'the end' : new Date(at).toISOString();
}
