import { useConnectionLost } from '../client/connection-lost';
import { t } from '../strings/strings';

/**
 * Says that what is shown may be old, once that has lasted; nothing while the connection is well. It lies over the view:
 * whoever reads keeps the line when the connection goes and comes.
 */
export function ConnectionBanner() {
  const isShown = useConnectionLost();
  return (
    <div role="status" className="connection-status">
      {isShown && <p className="banner">{navigator.onLine ? t('connection.lost') : t('connection.offline')}</p>}
    </div>
  );
}
