/** Processor time of this process for some work, in milliseconds: other processes on the machine do not count. */
function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Times below this are all the same: the clock and the garbage collector decide. */
const LEAST_MS = 0.5;
const ROUNDS = 12;

/**
 * Whether work on `factor` times as much input takes less than `limit` times as long. The best of some rounds counts, and
 * a ratio that is too high is measured again: work that is linear gets there, work that is not never does.
 */
export function growsSlower(
  work: (size: number) => void,
  sizes: { size: number; factor: number; limit: number; rounds?: number },
): boolean {
  let small = Infinity;
  let large = Infinity;
  for (let round = 0; round < (sizes.rounds ?? ROUNDS); round++) {
    small = Math.min(
      small,
      processorMs(() => work(sizes.size)),
    );
    large = Math.min(
      large,
      processorMs(() => work(sizes.size * sizes.factor)),
    );
    if (large < Math.max(small, LEAST_MS) * sizes.limit) return true;
  }
  return false;
}
