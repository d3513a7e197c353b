import { findAccounts } from '@stoa/contracts/users';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { call } from '../../api/client';
import { te } from '../../strings/entry-strings';
import { useAttempt } from '../attempt';
import { Notice } from '../notice';
import { EntryForm } from './entry-form';

/** `/accounts/find/`: mails say which organizations know an address; the page tells nobody. */
export function AccountFinder() {
  const id = useId();
  const [isSent, setSent] = useState(false);
  const attempt = useAttempt<unknown>(() => setSent(true));
  useEffect(() => {
    document.title = te('finder.title');
  }, []);
  if (isSent) return <Notice title={te('forgotten.sentTitle')}>{te('finder.sentText')}</Notice>;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const emails = String(new FormData(event.currentTarget).get('emails'));
    void attempt.attempt(() => call(findAccounts, { emails }));
  };
  return (
    <EntryForm
      title={te('finder.title')}
      text={te('finder.text')}
      submitText={te('finder.submit')}
      onSubmit={submit}
      {...attempt}
    >
      <label className="field" htmlFor={id}>
        <span>{te('finder.emails')}</span>
        <input className="input" id={id} name="emails" type="email" multiple autoComplete="email" required />
      </label>
    </EntryForm>
  );
}
