import { setTimeout as pause } from 'node:timers/promises';
import { isRetryable, unavailableOr } from './sql-errors';

const MOST_ATTEMPTS = 5;
/** Bound of the first pause, in milliseconds; each later one may be twice as long. */
const FIRST_PAUSE_MS = 20;

/**
 * Does `work` again after a deadlock or a serialization failure, for which PostgreSQL has rolled it back.
 * @param mostAttempts 1: never again
 * @throws UnavailableError when the database cannot be reached; what `work` threw at last
 */
export async function withRetries<T>(work: () => Promise<T>, mostAttempts = MOST_ATTEMPTS): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error) || attempt >= mostAttempts) throw unavailableOr(error);
      await pause(Math.random() * FIRST_PAUSE_MS * 2 ** (attempt - 1));
    }
  }
}
