import { confirmNewEmail } from '@stoa/contracts/users';
import { useState } from 'react';
import { call } from '../../api/client';
import { te } from '../../strings/entry-strings';
import { useAttempt } from '../attempt';
import { Notice } from '../notice';
import { EntryForm } from './entry-form';
import { LinkNotice } from './link-notice';
import { type LinkReason, linkReasonOf } from './refusal-reason';

/** `/accounts/confirm_new_email/KEY`: programs that look at mails open links, so a button changes the address. */
export function NewAddress({ linkKey }: { linkKey: string }) {
  const [isDone, setDone] = useState(false);
  const [closed, setClosed] = useState<LinkReason>();
  const attempt = useAttempt<unknown>(() => setDone(true));
  if (closed !== undefined) {
    const texts = {
      expired: te('newAddress.expiredText'),
      used: te('newAddress.usedText'),
      revoked: te('newAddress.expiredText'),
    };
    return <LinkNotice reason={closed} texts={texts} action={{ href: '/', text: te('newAddress.open') }} />;
  }
  if (isDone) {
    const open = (
      <a className="button" data-kind="primary" href="/">
        {te('newAddress.open')}
      </a>
    );
    return (
      <Notice title={te('newAddress.doneTitle')} action={open}>
        {te('newAddress.doneText')}
      </Notice>
    );
  }
  const submit = (): void => {
    void attempt.attempt(async () => {
      try {
        return await call(confirmNewEmail, { key: linkKey });
      } catch (error) {
        setClosed(linkReasonOf(error));
        throw error;
      }
    });
  };
  return (
    <EntryForm
      title={te('newAddress.title')}
      text={te('newAddress.text')}
      submitText={te('newAddress.submit')}
      onSubmit={submit}
      {...attempt}
    >
      {null}
    </EntryForm>
  );
}
