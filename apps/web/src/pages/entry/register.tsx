import type { getServerSettings } from '@stoa/contracts/server';
import { openSignUp, signUp } from '@stoa/contracts/users';
import { type FormEvent, useCallback, useState } from 'react';
import { type AnswerOf, call } from '../../api/client';
import { te } from '../../strings/entry-strings';
import { factorStepOf } from '../factor-step';
import { OtherProviders } from '../providers';
import { ClosedEntry } from './closed-entry';
import { EntryForm } from './entry-form';
import { FullNameField } from './full-name-field';
import { LinkedEntry } from './linked-entry';
import { NewPasswordField } from './new-password-field';
import { ProvidersOnly } from './providers-only';
import { entryReasonOf } from './refusal-reason';
import { useLinkAttempt } from './use-link-attempt';

interface RegisterProps {
  linkKey: string;
  settings: AnswerOf<typeof getServerSettings>;
  organization: string;
}

interface AccountFormProps extends RegisterProps {
  email: string;
  /** Of the reusable invitation that led here. */
  invitationKey: string | undefined;
}

function AccountForm({ linkKey, settings, organization, email, invitationKey }: AccountFormProps) {
  const [fullName, setFullName] = useState('');
  // The cookie is set: the client begins.
  const { attempt, closed, follow } = useLinkAttempt(entryReasonOf, () => location.replace('/'));
  if (closed !== undefined) return <ClosedEntry reason={closed} organization={organization} />;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const password = String(new FormData(event.currentTarget).get('password'));
    follow(() =>
      call(signUp, { key: linkKey, full_name: fullName.trim(), password }).catch((error: unknown) => {
        // The account is there; its first sign-in sets up the second factor.
        if (factorStepOf(error) === undefined) throw error;
      }),
    );
  };
  return (
    <EntryForm
      title={te('register.title', { organization })}
      text={te('register.text', { email })}
      submitText={te('register.submit')}
      onSubmit={submit}
      others={<OtherProviders settings={settings} purpose="signup" linkKey={invitationKey} />}
      {...attempt}
    >
      <FullNameField value={fullName} onChange={setFullName} />
      <input type="hidden" autoComplete="username" name="username" value={email} readOnly />
      <NewPasswordField label={te('register.password')} known={[fullName, email]} />
    </EntryForm>
  );
}

/** `/accounts/do_confirm/KEY`: where invitations by mail and confirmations of addresses lead. */
export function Register(props: RegisterProps) {
  const { linkKey, settings, organization } = props;
  const open = useCallback((signal: AbortSignal) => call(openSignUp, { key: linkKey }, { signal }), [linkKey]);
  return (
    <LinkedEntry
      open={open}
      reasonOf={entryReasonOf}
      closed={(reason) => <ClosedEntry reason={reason} organization={organization} />}
    >
      {({ email, link_key }) => {
        const invited = { email: email ?? '', invitationKey: link_key ?? undefined };
        if (settings.email_auth_enabled) return <AccountForm {...props} {...invited} />;
        return (
          <ProvidersOnly
            title={te('register.title', { organization })}
            text={te('register.providersText', { email: invited.email })}
            settings={settings}
            linkKey={invited.invitationKey}
          />
        );
      }}
    </LinkedEntry>
  );
}
