const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Repeats a check until it neither throws nor gives undefined or false, and returns what it gave: a test waits for
 * conditions, never for time. The last check begins once the time is over: one that was slow and began before says nothing
 * of what is promised for then.
 * @throws the error of a check that began when `timeoutMs` (30,000 unless set) were over
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { timeoutMs = 30_000, stepMs = 20 }: { timeoutMs?: number; stepMs?: number } = {},
): Promise<Exclude<T, undefined | false>> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const isLast = Date.now() >= deadline;
    let failure: unknown = new Error(`the condition did not hold within ${timeoutMs} ms: ${String(check)}`);
    try {
      const value = await check();
      if (isGiven(value)) return value;
    } catch (error) {
      failure = error;
    }
    if (isLast) throw failure;
    await delay(stepMs);
  }
}

function isGiven<T>(value: T): value is Exclude<T, undefined | false> {
  return value !== undefined && value !== false;
}
