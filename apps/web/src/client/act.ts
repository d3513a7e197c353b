import { Backoff, isPassing, systemClock } from '../api/backoff';
import { PasskeyFailed, RequestRefused } from '../api/failures';
import { t } from '../strings/strings';
import { notify } from './notices';

const TRIES = 3;

interface ActOptions {
  /** Codes of refusals that mean that everything is as it should be already. */
  asWanted?: readonly string[];
  /** Takes back what was shown in advance. */
  undo?: () => void;
  /** Says why it was not carried out; a notice above everything unless there is a better place. */
  tell?: (text: string, error: unknown) => void;
}

/** Why a request was not carried out, in words for people: the service's own where it gave some. */
export function failureText(error: unknown): string {
  if (error instanceof PasskeyFailed) return t('failure.passkey');
  return error instanceof RequestRefused ? error.message : t('failure.connection');
}

/**
 * Carries out a change that may be repeated (web.md 2.20): three tries while nobody answers, then what was shown in advance
 * is taken back and people are told why.
 * @returns whether it was carried out
 */
export async function act(
  request: () => Promise<unknown>,
  { asWanted = [], undo, tell = notify }: ActOptions = {},
): Promise<boolean> {
  const backoff = new Backoff(Math.random);
  for (let attempt = 1; ; attempt++) {
    try {
      await request();
      return true;
    } catch (error) {
      if (error instanceof RequestRefused && asWanted.includes(error.code)) return true;
      if (!isPassing(error) || attempt === TRIES) {
        undo?.();
        tell(failureText(error), error);
        return false;
      }
      await systemClock.sleep(backoff.next(error.retryAfterMs));
    }
  }
}
