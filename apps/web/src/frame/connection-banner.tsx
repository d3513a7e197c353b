import { useEffect, useState } from 'react';
import { useClient } from '../client/client';
import { bannerDueAt } from '../live/status';
import { useSlice } from '../store/store';
import { t } from '../strings/strings';

/** Says that what is shown may be old, once that has lasted; nothing while the connection is well. */
export function ConnectionBanner() {
  const { status } = useClient();
  const dueAt = useSlice(status, bannerDueAt);
  const [shownFor, setShownFor] = useState<number>();
  useEffect(() => {
    if (dueAt === undefined) return undefined;
    const timer = setTimeout(() => setShownFor(dueAt), Math.max(0, dueAt - Date.now()));
    return () => clearTimeout(timer);
  }, [dueAt]);
  const isShown = dueAt !== undefined && shownFor === dueAt;
  return (
    <div role="status" className={isShown ? 'banner' : undefined}>
      {isShown && (navigator.onLine ? t('connection.lost') : t('connection.offline'))}
    </div>
  );
}
