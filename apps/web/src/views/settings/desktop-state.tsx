import { useState } from 'react';
import { useClientState } from '../../client/client';
import { showOnDesktop } from '../../notifications/desktop';
import { askPermission, permission } from '../../notifications/permission';
import { playSound } from '../../notifications/sounds';
import { useSlice } from '../../store/store';
import { ts } from '../../strings/settings-strings';
import { Button } from '../../ui/button';
import { Block } from './parts';

const TEST_TAG = 'test';

/** Whether this browser shows notifications, and a way to try it. */
export function DesktopState() {
  const allowed = useSlice(permission, (value) => value);
  const organization = useClientState((state) => state.organization.realm_name);
  const sound = useClientState((state) => state.settings.notification_sound);
  const [outcome, setOutcome] = useState<'desktop.testSent' | 'desktop.testFailed'>();
  const test = (): void => {
    const shown = {
      title: ts('desktop.testTitle'),
      body: ts('desktop.testBody', { organization }),
      tag: TEST_TAG,
    };
    const opened = showOnDesktop(shown, { onClick: () => undefined, onClose: () => undefined });
    setOutcome(opened ? 'desktop.testSent' : 'desktop.testFailed');
    playSound(sound);
  };
  return (
    <Block title={ts('desktop.title')}>
      <p>{ts(`desktop.state.${allowed}`)}</p>
      <div className="inline-form">
        {allowed === 'default' && (
          <Button kind="primary" onClick={() => void askPermission()}>
            {ts('desktop.enable')}
          </Button>
        )}
        {allowed === 'granted' && <Button onClick={test}>{ts('desktop.test')}</Button>}
        {sound !== 'none' && <Button onClick={() => playSound(sound)}>{ts('desktop.play')}</Button>}
      </div>
      <p role="status">{outcome && ts(outcome)}</p>
    </Block>
  );
}
