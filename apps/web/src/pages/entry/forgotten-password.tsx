import { requestPasswordReset } from '@stoa/contracts/users';
import { type FormEvent, useId, useState } from 'react';
import { call } from '../../api/client';
import { te } from '../../strings/entry-strings';
import { Button } from '../../ui/button';
import { useAttempt } from '../attempt';
import { Notice } from '../notice';
import { EntryForm } from './entry-form';

/** `/accounts/password/reset/`: what it says afterwards does not tell whether there is such an account. */
export function ForgottenPassword() {
  const id = useId();
  const [sentTo, setSentTo] = useState<string>();
  const attempt = useAttempt<string>(setSentTo);
  if (sentTo !== undefined) {
    const again = <Button onClick={() => setSentTo(undefined)}>{te('forgotten.again')}</Button>;
    return (
      <Notice title={te('forgotten.sentTitle')} action={again}>
        {te('forgotten.sentText', { email: sentTo })}
      </Notice>
    );
  }
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    void attempt.attempt(async () => {
      await call(requestPasswordReset, { email });
      return email;
    });
  };
  return (
    <EntryForm
      title={te('forgotten.title')}
      text={te('forgotten.text')}
      submitText={te('forgotten.submit')}
      onSubmit={submit}
      {...attempt}
    >
      <label className="field" htmlFor={id}>
        <span>{te('forgotten.email')}</span>
        <input className="input" id={id} name="email" type="email" autoComplete="username" required />
      </label>
    </EntryForm>
  );
}
