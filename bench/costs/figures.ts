/** Pure arithmetic of `npm run bench -- costs`: from processor time to the form of tools/capacity/costs.json. */

/** By the name of the service or server. */
export type Parts = Readonly<Record<string, number>>;

/** Processor seconds of each part in a span of time. */
export interface Span {
  seconds: number;
  cpu: Parts;
}

/** Shares of a cost below this are not told apart from what a part does anyway. */
const LEAST_SHARE = 0.02;
/** It stands for a service of others: no part of an installation. */
const NOT_OURS = 'push-relay-dev';

/** Processor microseconds for each of `operations`, less what the idle cluster uses in that time; never below zero. */
export function costOf(busy: Span, idle: Span, operations: number): Parts {
  return mapParts(busy.cpu, (seconds, name) => {
    const idleSeconds = ((idle.cpu[name] ?? 0) / idle.seconds) * busy.seconds;
    return (Math.max(0, seconds - idleSeconds) / operations) * 1e6;
  });
}

/** What one operation costs more than another, for each of `times` that it does more. */
export function differenceOf(more: Parts, less: Parts, times: number): Parts {
  return mapParts(more, (value, name) => Math.max(0, value - (less[name] ?? 0)) / times);
}

/** What is worth a line in costs.json: our own parts with a share in the cost, rounded, largest first. */
export function modelCost(parts: Parts): Parts {
  const own = Object.entries(parts).filter(([name]) => name !== NOT_OURS);
  const total = own.reduce((sum, [, value]) => sum + value, 0);
  return Object.fromEntries(
    own
      .filter(([, value]) => value > 0 && value >= total * LEAST_SHARE)
      .sort(([, a], [, b]) => b - a)
      .map(([name, value]) => [name, rounded(value)]),
  );
}

/** To two significant digits: more of them would only repeat the noise. */
export function rounded(value: number): number {
  return Number(value.toPrecision(2));
}

function mapParts(parts: Parts, change: (value: number, name: string) => number): Parts {
  return Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, change(value, name)]));
}
