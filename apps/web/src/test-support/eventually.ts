const LONGEST_MS = 30_000;

/**
 * Waits until a check throws no more, as long as a busy machine needs.
 * @throws the check's last error when 30 s are over
 */
export async function eventually(check: () => unknown): Promise<void> {
  await vi.waitFor(check, { timeout: LONGEST_MS });
}
