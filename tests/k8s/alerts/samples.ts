/** Prometheus asks the pods this often in the cases; a quarter of a minute in production, which changes nothing but the cost. */
export const SCRAPE_SECONDS = 30;
export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export type Labels = Readonly<Record<string, string>>;

/** Values of one metric with its labels; undefined while it is not exported. Times are seconds before and after now, which is 0. */
export interface Series {
  name: string;
  labels: Labels;
  at: (seconds: number) => number | undefined;
}

/** From a moment on, a value or a growth per second; undefined ends the series. */
export type Phase = readonly [from: number, value: number | undefined];

/** A gauge with these values, each until the next. */
export function gauge(name: string, labels: Labels, ...phases: Phase[]): Series {
  return { name, labels, at: (seconds) => phases.findLast(([from]) => seconds >= from)?.[1] };
}

/** A counter that is 0 at the first moment and grows by so much per second in each phase. */
export function counter(name: string, labels: Labels, ...phases: Phase[]): Series {
  let total = 0;
  const starts = phases.map(([from, growth], index) => {
    const start = { from, growth, total };
    total += (growth ?? 0) * ((phases[index + 1]?.[0] ?? from) - from);
    return start;
  });
  const at = (seconds: number): number | undefined => {
    const phase = starts.findLast(({ from }) => seconds >= from);
    return phase?.growth === undefined ? undefined : phase.total + phase.growth * (seconds - phase.from);
  };
  return { name, labels, at };
}

/** Growth per second of the observations up to each bound, in the phases; "+Inf" is the count of them all. */
export function histogram(
  name: string,
  labels: Labels,
  ...phases: { from: number; upTo: Readonly<Record<string, number>> }[]
): Series[] {
  const bounds = Object.keys(phases[0]?.upTo ?? {});
  const growth = (bound: string): Phase[] => phases.map(({ from, upTo }) => [from, upTo[bound]]);
  return [
    ...bounds.map((le) => counter(`${name}_bucket`, { ...labels, le }, ...growth(le))),
    counter(`${name}_count`, labels, ...growth('+Inf')),
  ];
}

/** Samples of a series in the window that ends at a moment, that moment included, oldest first. */
export function samplesIn({ at }: Series, end: number, seconds: number): { time: number; value: number }[] {
  const found: { time: number; value: number }[] = [];
  const first = Math.floor((end - seconds) / SCRAPE_SECONDS) + 1;
  for (let index = first; index * SCRAPE_SECONDS <= end; index++) {
    const time = index * SCRAPE_SECONDS;
    const value = at(time);
    if (value !== undefined) found.push({ time, value });
  }
  return found;
}

/** What the last scrape gave. Prometheus marks a series that a scrape no longer finds as ended, so nothing older counts. */
export function valueAt({ at }: Series, time: number): number | undefined {
  return at(Math.floor(time / SCRAPE_SECONDS) * SCRAPE_SECONDS);
}
