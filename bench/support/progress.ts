const startedAt = performance.now();

/** What is under way, on standard error: tables alone go to standard output. */
export function progress(text: string): void {
  process.stderr.write(`[${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s] ${text}\n`);
}
