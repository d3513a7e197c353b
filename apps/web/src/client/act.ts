import { Backoff, isPassing, systemClock } from '../api/backoff';
import { RequestRefused } from '../api/failures';
import { t } from '../strings/strings';
import { notify } from './notices';

const TRIES = 3;

interface ActOptions {
  /** Codes of refusals that mean that everything is as it should be already. */
  asWanted?: readonly string[];
  /** Takes back what was shown in advance. */
  undo?: () => void;
}

/**
 * Carries out a change that may be repeated (web.md 2.20): three tries while nobody answers, then what was shown in advance
 * is taken back and people are told why.
 */
export async function act(request: () => Promise<unknown>, { asWanted = [], undo }: ActOptions = {}): Promise<void> {
  const backoff = new Backoff(Math.random);
  for (let attempt = 1; ; attempt++) {
    try {
      await request();
      return;
    } catch (error) {
      if (error instanceof RequestRefused && asWanted.includes(error.code)) return;
      if (!isPassing(error) || attempt === TRIES) {
        undo?.();
        notify(error instanceof RequestRefused ? error.message : t('failure.connection'));
        return;
      }
      await systemClock.sleep(backoff.next(error.retryAfterMs));
    }
  }
}
