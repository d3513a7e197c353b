import { openSignUp, signUp } from '@stoa/contracts/users';
import { type FormEvent, useCallback, useId, useState } from 'react';
import { call } from '../../api/client';
import { te } from '../../strings/entry-strings';
import { useAttempt } from '../attempt';
import { ClosedEntry } from './closed-entry';
import { EntryForm } from './entry-form';
import { FailedLink } from './failed-link';
import { NewPasswordField } from './new-password-field';
import { type EntryReason, entryReasonOf } from './refusal-reason';
import { useOpenedLink } from './use-opened-link';

interface RegisterProps {
  linkKey: string;
  organization: string;
}

function AccountForm({ linkKey, organization, email }: RegisterProps & { email: string }) {
  const id = useId();
  const [fullName, setFullName] = useState('');
  const [closed, setClosed] = useState<EntryReason>();
  // The cookie is set: the client begins.
  const attempt = useAttempt<unknown>(() => location.replace('/'));
  if (closed !== undefined) return <ClosedEntry reason={closed} organization={organization} />;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const password = String(new FormData(event.currentTarget).get('password'));
    void attempt.attempt(async () => {
      try {
        return await call(signUp, { key: linkKey, full_name: fullName.trim(), password });
      } catch (error) {
        setClosed(entryReasonOf(error));
        throw error;
      }
    });
  };
  return (
    <EntryForm
      title={te('register.title', { organization })}
      text={te('register.text', { email })}
      submitText={te('register.submit')}
      onSubmit={submit}
      {...attempt}
    >
      <label className="field" htmlFor={id}>
        <span>{te('register.name')}</span>
        <input
          className="input"
          id={id}
          autoComplete="name"
          value={fullName}
          onChange={({ currentTarget }) => setFullName(currentTarget.value)}
          required
        />
      </label>
      <input type="hidden" autoComplete="username" name="username" value={email} readOnly />
      <NewPasswordField label={te('register.password')} known={[fullName, email]} />
    </EntryForm>
  );
}

/** `/accounts/do_confirm/KEY`: where invitations by mail and confirmations of addresses lead. */
export function Register({ linkKey, organization }: RegisterProps) {
  const open = useCallback((signal: AbortSignal) => call(openSignUp, { key: linkKey }, { signal }), [linkKey]);
  const opened = useOpenedLink(open, entryReasonOf);
  switch (opened.kind) {
    case 'opening':
      return <main className="page" aria-busy="true" />;
    case 'closed':
      return <ClosedEntry reason={opened.reason} organization={organization} />;
    case 'failed':
      return <FailedLink error={opened.error} />;
    case 'open':
      return <AccountForm linkKey={linkKey} organization={organization} email={opened.answer.email ?? ''} />;
  }
}
