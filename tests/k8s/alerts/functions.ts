import { Element, grouped } from './vector';

/** Share of the distance between samples up to which a window without a sample counts as covered. */
const COVERED = 1.1;

/**
 * By how much a counter grew in a window, as Prometheus computes it: resets are added up, and the growth between the
 * first and the last sample is stretched to the ends of the window, where samples are near enough to them, though not
 * to below zero.
 */
export function growthIn(
  samples: readonly { time: number; value: number }[],
  end: number,
  seconds: number,
): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || samples.length < 2) return undefined;
  let growth = last.value - first.value;
  samples.forEach(({ value }, index) => {
    const before = samples[index - 1]?.value ?? 0;
    if (index > 0 && value < before) growth += before;
  });
  const sampled = last.time - first.time;
  const distance = sampled / (samples.length - 1);
  const reach = (gap: number) => (gap >= distance * COVERED ? distance / 2 : gap);
  let before = reach(first.time - (end - seconds));
  if (growth > 0 && first.value >= 0) before = Math.min(before, sampled * (first.value / growth));
  return growth * ((sampled + before + reach(end - last.time)) / sampled);
}

function quantileOf(quantile: number, buckets: readonly { bound: number; count: number }[]): number {
  const last = buckets.at(-1);
  if (buckets.length < 2 || last?.bound !== Infinity || last.count === 0) return Number.NaN;
  const rank = quantile * last.count;
  const index = buckets.findIndex(({ count }) => count >= rank);
  const [bucket, below] = [buckets[index], buckets[index - 1]];
  if (!bucket || bucket.bound === Infinity) return buckets.at(-2)?.bound ?? Number.NaN;
  if (!below && bucket.bound <= 0) return bucket.bound;
  const [start, counted] = [below?.bound ?? 0, below?.count ?? 0];
  return start + (bucket.bound - start) * ((rank - counted) / (bucket.count - counted));
}

/** Of each histogram among the elements, by interpolation within the bucket. */
export function histogramQuantile(quantile: number, elements: Element[]): Element[] {
  return grouped(elements, (label) => label !== 'le').map(({ labels, members }) => {
    const buckets = members.map(({ labels: { le = '' }, value }) => ({
      bound: le === '+Inf' ? Infinity : Number(le),
      count: value,
    }));
    return {
      labels,
      value: quantileOf(
        quantile,
        buckets.sort((a, b) => a.bound - b.bound),
      ),
    };
  });
}
