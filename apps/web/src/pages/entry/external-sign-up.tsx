import { externalSignUp, openExternalSignUp } from '@stoa/contracts/users';
import { type FormEvent, useCallback, useState } from 'react';
import { type AnswerOf, call } from '../../api/client';
import { te } from '../../strings/entry-strings';
import { appPadIn, signAppIn } from '../app-sign-in';
import { AppText } from '../app-text';
import { ClosedEntry } from './closed-entry';
import { EntryForm } from './entry-form';
import { FullNameField } from './full-name-field';
import { LinkedEntry } from './linked-entry';
import { entryReasonOf } from './refusal-reason';
import { useLinkAttempt } from './use-link-attempt';

interface ExternalSignUpProps {
  ticket: string;
  organization: string;
}

type Newcomer = AnswerOf<typeof openExternalSignUp>;

/** Makes the account, and signs in what the sign-in was for. @returns a text for the desktop app, if it was that */
async function join(ticket: string, fullName: string): Promise<string | undefined> {
  const { next, ...made } = await call(externalSignUp, { ticket, full_name: fullName });
  const pad = appPadIn(
    new URLSearchParams(Object.entries(made).map(([name, value]) => [name, String(value)])).toString(),
  );
  if (pad) return signAppIn(pad);
  location.replace(next);
  return undefined;
}

function AccountForm({ ticket, organization, newcomer }: ExternalSignUpProps & { newcomer: Newcomer }) {
  const [fullName, setFullName] = useState(newcomer.full_name);
  const [text, setText] = useState<string>();
  const { attempt, closed, follow } = useLinkAttempt<string | undefined, ReturnType<typeof entryReasonOf>>(
    entryReasonOf,
    setText,
  );
  if (text !== undefined) return <AppText text={text} />;
  if (closed !== undefined) return <ClosedEntry reason={closed} organization={organization} />;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    follow(() => join(ticket, fullName.trim()));
  };
  return (
    <EntryForm
      title={te('register.title', { organization })}
      text={te('external.text', { email: newcomer.email, provider: newcomer.provider })}
      submitText={te('register.submit')}
      onSubmit={submit}
      {...attempt}
    >
      <FullNameField value={fullName} onChange={setFullName} />
    </EntryForm>
  );
}

/** `/accounts/register/external/TICKET`: asks whom a provider vouches for whether an account is wanted (identity.md 3.6). */
export function ExternalSignUp({ ticket, organization }: ExternalSignUpProps) {
  const open = useCallback((signal: AbortSignal) => call(openExternalSignUp, { ticket }, { signal }), [ticket]);
  return (
    <LinkedEntry
      open={open}
      reasonOf={entryReasonOf}
      closed={(reason) => <ClosedEntry reason={reason} organization={organization} />}
    >
      {(newcomer) => <AccountForm ticket={ticket} organization={organization} newcomer={newcomer} />}
    </LinkedEntry>
  );
}
