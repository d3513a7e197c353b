const LONGEST_MS = 30_000;

/**
 * Waits until a check throws no more, as long as a busy machine needs.
 * @throws the check's last error when 30 s are over
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: LONGEST_MS });
}
