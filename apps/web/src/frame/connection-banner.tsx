import { useConnectionLost } from '../client/connection-lost';
import { t } from '../strings/strings';

/** Says that what is shown may be old, once that has lasted; nothing while the connection is well. */
export function ConnectionBanner() {
  const isShown = useConnectionLost();
  return (
    <div role="status" className={isShown ? 'banner' : undefined}>
      {isShown && (navigator.onLine ? t('connection.lost') : t('connection.offline'))}
    </div>
  );
}
