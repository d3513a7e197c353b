import { DAY, HOUR, Labels, MINUTE, Phase, Series, counter, gauge } from '../samples';

/** When an alert must fire and must not, by a sentence that says what happens. Now is 0; times are in seconds. */
export interface AlertCases {
  fires: Record<string, Series[]>;
  silent: Record<string, Series[]>;
}

export type CasesByAlert = Record<string, AlertCases>;

/** What Prometheus and the service add to every series. */
export function pod(service: string, replica = 1): Labels {
  return { service, replica: String(replica), pod: `${service}-${replica}`, namespace: 'stoa' };
}

/** The same of another installation in the cluster. */
export function elsewhere(series: readonly Series[]): Series[] {
  return series.map((one) => ({ ...one, labels: { ...one.labels, namespace: 'staging' } }));
}

/** A value for a day up to now. */
export function steady(name: string, labels: Labels, value: number): Series {
  return gauge(name, labels, [-DAY, value]);
}

/** A value for so long up to now, another one before. */
export function lately(name: string, labels: Labels, minutes: number, value: number, usually = 0): Series {
  return gauge(name, labels, [-DAY, usually], [-minutes * MINUTE, value]);
}

/** A counter that has grown like this for an hour; phases say what else happened. */
export function grew(name: string, labels: Labels, perSecond: number, ...phases: Phase[]): Series {
  return counter(name, labels, [-2 * HOUR, perSecond], ...phases);
}

/** A counter that was raised by so much, so many minutes ago, within one minute. */
export function raised(name: string, labels: Labels, by: number, minutesAgo: number): Series {
  const from = -minutesAgo * MINUTE;
  return counter(name, labels, [-DAY, 0], [from, by / MINUTE], [from + MINUTE, 0]);
}
