import { RequestRefused } from '../../api/failures';
import { t } from '../../strings/strings';
import { Button } from '../../ui/button';
import { Notice } from '../notice';

/** The service could not say what a link is for. */
export function FailedLink({ error }: { error: unknown }) {
  const again = (
    <Button kind="primary" onClick={() => location.reload()}>
      {t('failure.retry')}
    </Button>
  );
  return (
    <Notice title={t('failure.title')} action={again}>
      {error instanceof RequestRefused ? error.message : t('failure.connection')}
    </Notice>
  );
}
