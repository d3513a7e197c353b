import { useEffect, useState } from 'react';
import { PasskeyFailed, RequestRefused } from '../api/failures';
import { te } from '../strings/entry-strings';
import { t } from '../strings/strings';

/** Another try would not help: the form goes (web.md 6). */
const LASTING_REFUSALS: readonly string[] = ['REALM_DEACTIVATED', 'PASSWORD_AUTH_DISABLED'];

/** Seconds that count down to 0 on the screen. */
function useCountdown(): [secondsLeft: number, start: (seconds: number) => void] {
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    if (secondsLeft === 0) return undefined;
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);
  return [secondsLeft, setSecondsLeft];
}

/**
 * Runs one attempt at a time, and keeps why the last one failed.
 * @param onDone called with the answer of an attempt that succeeded
 */
export function useAttempt<T>(onDone: (answer: T) => void) {
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isClosed, setClosed] = useState(false);
  const [secondsLeft, countDown] = useCountdown();
  const fail = (error: unknown): void => {
    if (error instanceof PasskeyFailed) return setFailure(t('failure.passkey'));
    if (!(error instanceof RequestRefused)) return setFailure(t('failure.connection'));
    if (error.retryAfterMs !== undefined) return countDown(Math.ceil(error.retryAfterMs / 1000));
    setFailure(error.message);
    setClosed(LASTING_REFUSALS.includes(error.code));
  };
  const attempt = async (request: () => Promise<T>): Promise<boolean> => {
    setRunning(true);
    setFailure(undefined);
    try {
      onDone(await request());
      return true;
    } catch (error) {
      fail(error);
      return false;
    } finally {
      setRunning(false);
    }
  };
  const isWaiting = secondsLeft > 0;
  const shown = isWaiting ? te('signIn.tooMany', { seconds: secondsLeft }) : failure;
  return { isBusy: isRunning || isWaiting, failure: shown, isClosed, attempt };
}
