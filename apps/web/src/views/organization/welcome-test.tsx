import { testWelcomeMessage } from '@stoa/contracts/messages';
import { useState } from 'react';
import { call } from '../../api/client';
import { useClientState } from '../../client/client';
import { useSubmit } from '../../client/submit';
import { ts } from '../../strings/settings-strings';
import { Button } from '../../ui/button';
import { Problem } from '../../ui/problem';
import { usePower } from './setting-sections';

/** Has the welcome bot say to the user what it says to newcomers, as it is saved. */
export function WelcomeTest() {
  const power = usePower();
  const text = useClientState((state) => state.organization.realm_welcome_message_custom_text);
  const [isSent, setSent] = useState(false);
  const { isBusy, problem, submit } = useSubmit();
  if (power === 'none') return null;
  const test = (): void => {
    setSent(false);
    void submit(() => call(testWelcomeMessage, { welcome_message_custom_text: text })).then(setSent);
  };
  return (
    <div className="inline-form">
      <Button disabled={isBusy || text === ''} onClick={test}>
        {ts('welcome.test')}
      </Button>
      <p role="status">{isSent && ts('welcome.sent')}</p>
      <Problem text={problem} />
    </div>
  );
}
