/** Milliseconds of processor time that this process has used since a reading of `process.cpuUsage()`. */
export function processorMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * The processor time (ms) that some work needs: the least of some rounds, as the compiler and the collector work as they
 * like.
 * @param rounds at most
 * @param enoughMs no further round is made once one took less
 */
export function processorMs(work: () => void, rounds = 1, enoughMs = 0): number {
  let least = Infinity;
  for (let round = 0; round < rounds && least >= enoughMs; round += 1) {
    const before = process.cpuUsage();
    work();
    least = Math.min(least, processorMsSince(before));
  }
  return least;
}
