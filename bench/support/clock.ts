/** Milliseconds of the machine's monotonic clock: comparable between processes, unlike `performance.now()`. */
export function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
