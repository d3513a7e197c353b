import { DAY, HOUR, MINUTE, Series, counter, histogram } from '../samples';
import { AlertCases, CasesByAlert, pod } from './case';

/**
 * Traffic a second; before the windows of a day and less it was ten times as much, so that only the window of three
 * days shows less.
 */
const USUAL = 100;

/** From a moment on: so much a second, and the share of it that fails. */
interface Time {
  from: number;
  perSecond: number;
  wrong: number;
}

interface Objective {
  alert: string;
  budget: number;
  series: (times: readonly Time[]) => Series[];
}

const requestLabels = { ...pod('gateway'), method: 'POST', path: '/api/v1/messages' };

function withinBound(name: string, labels: Record<string, string>, bound: string) {
  return (times: readonly Time[]) =>
    histogram(
      name,
      labels,
      ...times.map(({ from, perSecond, wrong }) => ({
        from,
        upTo: { [bound]: perSecond * (1 - wrong), '+Inf': perSecond },
      })),
    );
}

const OBJECTIVES: Objective[] = [
  {
    alert: 'StoaAvailabilityBudget',
    budget: 0.001,
    series: (times) =>
      [
        { status: '200', share: (wrong: number) => 1 - wrong },
        { status: '500', share: (wrong: number) => wrong },
      ].map(({ status, share }) =>
        counter(
          'stoa_http_request_seconds_count',
          { ...requestLabels, status },
          ...times.map(({ from, perSecond, wrong }) => [from, perSecond * share(wrong)] as const),
        ),
      ),
  },
  {
    alert: 'StoaSendsBudget',
    budget: 0.01,
    series: withinBound('stoa_http_request_seconds', { ...requestLabels, status: '200' }, '0.5'),
  },
  {
    alert: 'StoaDeliveryBudget',
    budget: 0.01,
    series: withinBound('stoa_event_delivery_seconds', { ...pod('events'), partition: '0' }, '1'),
  },
  {
    alert: 'StoaPushBudget',
    budget: 0.05,
    series: withinBound('stoa_push_delivery_seconds', { ...pod('push'), kind: 'message' }, '15'),
  },
];

/**
 * How fast, as a multiple of what the month allows, over which long window, over which short one, and until when it
 * must last.
 */
interface Pace {
  factor: number;
  long: number;
  short: number;
}

const FAST: Pace[] = [
  { factor: 14.4, long: HOUR, short: 5 * MINUTE },
  { factor: 6, long: 6 * HOUR, short: 30 * MINUTE },
];
const SLOW: Pace[] = [
  { factor: 3, long: DAY, short: 2 * HOUR },
  { factor: 1, long: 3 * DAY, short: 6 * HOUR },
];
/** More than the longest wait of an alert. */
const PATIENCE = 20 * MINUTE;

/**
 * How much of the pace at which an alert fires is kept in the long window up to its last part, and in that: the short
 * window, and what the alert waits.
 */
function burning(
  { series, budget }: Objective,
  { factor, long, short }: Pace,
  earlier: number,
  lately: number,
): Series[] {
  const share = (part: number) => Math.min(1, factor * part * budget);
  return series([
    // Before it there was more traffic, all of it fine: the failures now are a small part of longer windows.
    { from: -5 * DAY, perSecond: 10 * USUAL, wrong: 0 },
    { from: -long - PATIENCE, perSecond: USUAL, wrong: share(earlier) },
    { from: -short - PATIENCE, perSecond: USUAL, wrong: share(lately) },
  ]);
}

function casesOf(objective: Objective, paces: readonly Pace[]): AlertCases {
  const cases: AlertCases = {
    fires: {},
    silent: { 'nobody asks anything': objective.series([{ from: -5 * DAY, perSecond: 0, wrong: 0 }]) },
  };
  for (const pace of paces) {
    const told = `at ${pace.factor} times the pace of a month for ${pace.long / HOUR} hours`;
    cases.fires[`the budget burns a fifth more than ${told}`] = burning(objective, pace, 1.2, 1.2);
    cases.silent[`it burns a fifth less than ${told}`] = burning(objective, pace, 0.8, 0.8);
    cases.silent[`it burns half as fast as ${told}, but for the last part`] = burning(objective, pace, 0.5, 1.2);
    cases.silent[`it burnt a fifth more than ${told}, and half as fast now`] = burning(objective, pace, 1.6, 0.5);
    cases.silent[`it burnt a fifth more than ${told}, and no longer does`] = burning(objective, pace, 1.2, 0);
  }
  return cases;
}

export const OBJECTIVE_ALERTS: CasesByAlert = Object.fromEntries(
  OBJECTIVES.flatMap((objective) => [
    [`${objective.alert}BurnsFast`, casesOf(objective, FAST)],
    [`${objective.alert}Burns`, casesOf(objective, SLOW)],
  ]),
);
