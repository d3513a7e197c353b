import type { Metrics } from '@stoa/observability';
import type { Admission, RefusalReason } from './admission';

const REASONS: readonly RefusalReason[] = ['tenant', 'full', 'time'];

/** The admissions of one process by the name of what they let in. */
interface Gates {
  byName: Map<string, Admission>;
  countRefusal: (gate: string, reason: RefusalReason, count?: number) => void;
}

const gatesOf = new WeakMap<Metrics, Gates>();

/** Shows an admission in the process's metrics under the name of what it admits. */
export function meterAdmission(metrics: Metrics, gate: string, admission: Admission): void {
  const gates = gatesOf.get(metrics) ?? createGates(metrics);
  gatesOf.set(metrics, gates);
  gates.byName.set(gate, admission);
  // From zero on, or the first refusals would not show as an increase.
  for (const reason of REASONS) gates.countRefusal(gate, reason, 0);
  admission.onRefusal = (reason) => gates.countRefusal(gate, reason);
}

function createGates(metrics: Metrics): Gates {
  const byName = new Map<string, Admission>();
  metrics.gauge('stoa_admission_running', 'Pieces of work that have a place, by gate.', ['gate'], (gauge) => {
    for (const [gate, { running }] of byName) gauge.set({ gate }, running);
  });
  metrics.gauge('stoa_admission_waiting', 'Pieces of work that wait for a place, by gate.', ['gate'], (gauge) => {
    for (const [gate, { waiting }] of byName) gauge.set({ gate }, waiting);
  });
  const refusals = metrics.counter(
    'stoa_admission_refused_total',
    'Pieces of work that got no place, by gate and reason (tenant: its own has all it may have).',
    ['gate', 'reason'],
  );
  return {
    byName,
    countRefusal: (gate, reason, count = 1) => refusals.inc({ gate, reason }, count),
  };
}
