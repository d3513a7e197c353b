import type { getServerSettings } from '@stoa/contracts/server';
import { openSignUp, requestSignUp } from '@stoa/contracts/users';
import { type FormEvent, useCallback, useId, useState } from 'react';
import { type AnswerOf, call } from '../../api/client';
import { te } from '../../strings/entry-strings';
import { Button } from '../../ui/button';
import { Notice } from '../notice';
import { OtherProviders } from '../providers';
import { ClosedEntry } from './closed-entry';
import { EntryForm } from './entry-form';
import { LinkedEntry } from './linked-entry';
import { ProvidersOnly } from './providers-only';
import { entryReasonOf } from './refusal-reason';
import { useLinkAttempt } from './use-link-attempt';

interface JoinProps {
  /** Of a reusable invitation. */
  linkKey: string | undefined;
  settings: AnswerOf<typeof getServerSettings>;
  organization: string;
}

function AddressForm({ linkKey, settings, organization }: JoinProps) {
  const id = useId();
  const [sentTo, setSentTo] = useState<string>();
  const { attempt, closed, follow } = useLinkAttempt(entryReasonOf, (answer: string) => setSentTo(answer));
  if (closed !== undefined) return <ClosedEntry reason={closed} organization={organization} />;
  if (sentTo !== undefined) {
    const again = <Button onClick={() => setSentTo(undefined)}>{te('closed.toJoin')}</Button>;
    return (
      <Notice title={te('forgotten.sentTitle')} action={again}>
        {te('join.sentText', { email: sentTo })}
      </Notice>
    );
  }
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    follow(async () => {
      await call(requestSignUp, { email, link_key: linkKey });
      return email;
    });
  };
  return (
    <EntryForm
      title={te('join.title', { organization })}
      text={te('join.text')}
      submitText={te('join.submit')}
      onSubmit={submit}
      others={<OtherProviders settings={settings} purpose="signup" linkKey={linkKey} />}
      {...attempt}
    >
      <label className="field" htmlFor={id}>
        <span>{te('forgotten.email')}</span>
        <input className="input" id={id} name="email" type="email" autoComplete="email" required />
      </label>
    </EntryForm>
  );
}

/** `/join/KEY/` and `/register/`: asks for the address that is to have an account, or for a provider that knows it. */
export function Join(props: JoinProps) {
  const { linkKey, settings, organization } = props;
  const open = useCallback(
    (signal: AbortSignal) => call(openSignUp, { key: linkKey, is_reusable: linkKey !== undefined }, { signal }),
    [linkKey],
  );
  return (
    <LinkedEntry
      open={open}
      reasonOf={entryReasonOf}
      closed={(reason) => <ClosedEntry reason={reason} organization={organization} />}
    >
      {() =>
        settings.email_auth_enabled ? (
          <AddressForm {...props} />
        ) : (
          <ProvidersOnly
            title={te('join.title', { organization })}
            text={te('join.providersText')}
            settings={settings}
            linkKey={linkKey}
          />
        )
      }
    </LinkedEntry>
  );
}
