/** Milliseconds of processor time that this process has used since a reading of `process.cpuUsage()`. */
export function processorMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Code is compiled in the first rounds, the collector works when it likes, and a busy machine may slow down several. */
const ROUNDS = 12;

/**
 * The processor time (ms) that some work needs: the least of some rounds.
 * @param enoughMs no further round is made once one took less
 */
export function processorMs(work: () => void, enoughMs: number): number {
  let least = Infinity;
  for (let round = 0; round < ROUNDS && least >= enoughMs; round += 1) {
    const before = process.cpuUsage();
    work();
    least = Math.min(least, processorMsSince(before));
  }
  return least;
}
