import { askToSignIn } from '../../client/spectating';
import { t } from '../../strings/strings';
import { Button } from '../../ui/button';

/** Stands where members write. */
export default function SpectatorFoot() {
  return (
    <div className="spectator-foot">
      <Button onClick={askToSignIn}>{t('spectator.write')}</Button>
    </div>
  );
}
