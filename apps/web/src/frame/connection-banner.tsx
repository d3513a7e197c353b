import { useEffect, useState } from 'react';
import { useClient } from '../client/client';
import { useConnectionLost } from '../client/connection-lost';
import { useSlice } from '../store/store';
import { t } from '../strings/strings';
import { Button } from '../ui/button';

const SECOND_MS = 1000;

/** Whole seconds until the next attempt, which are counted down; undefined while one is being made. */
function useSecondsLeft(): number | undefined {
  const { status } = useClient();
  const retryAt = useSlice(status, (value) => ('retryAt' in value ? value.retryAt : undefined));
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (retryAt === undefined) return undefined;
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [retryAt]);
  if (retryAt === undefined || retryAt <= now) return undefined;
  return Math.ceil((retryAt - now) / SECOND_MS);
}

/** When it is tried next, and the way not to wait for that. Its seconds are nothing to be read out. */
function NextAttempt() {
  const { tryNow } = useClient();
  const seconds = useSecondsLeft();
  return (
    <>
      <span aria-hidden="true">{seconds !== undefined && t('connection.retryIn', { seconds })}</span>
      <Button onClick={tryNow}>{t('connection.tryNow')}</Button>
    </>
  );
}

/**
 * Says that what is shown may be old, once that has lasted; nothing while the connection is well. It lies over the view:
 * whoever reads keeps the line when the connection goes and comes.
 */
export function ConnectionBanner() {
  const isShown = useConnectionLost();
  return (
    <div role="status" className="connection-status">
      {isShown && (
        <p className="banner">
          {navigator.onLine ? t('connection.lost') : t('connection.offline')} <NextAttempt />
        </p>
      )}
    </div>
  );
}
