import { openPasswordReset, resetPassword } from '@stoa/contracts/users';
import { type FormEvent, useCallback, useState } from 'react';
import { type AnswerOf, call } from '../../api/client';
import { te } from '../../strings/entry-strings';
import { Notice } from '../notice';
import { EntryForm } from './entry-form';
import { LinkedEntry } from './linked-entry';
import { LinkNotice } from './link-notice';
import { NewPasswordField } from './new-password-field';
import { type LinkReason, linkReasonOf } from './refusal-reason';
import { useLinkAttempt } from './use-link-attempt';

type Owner = AnswerOf<typeof openPasswordReset>;

function ClosedReset({ reason }: { reason: LinkReason }) {
  const texts = {
    expired: te('link.resetExpiredText'),
    used: te('link.resetUsedText'),
    revoked: te('link.resetExpiredText'),
  };
  const action = { href: '/accounts/password/reset/', text: te('link.resetAgain') };
  return <LinkNotice reason={reason} texts={texts} action={action} />;
}

function PasswordForm({ linkKey, owner }: { linkKey: string; owner: Owner }) {
  const [isDone, setDone] = useState(false);
  const { attempt, closed, follow } = useLinkAttempt(linkReasonOf, () => setDone(true));
  if (closed !== undefined) return <ClosedReset reason={closed} />;
  if (isDone) {
    const signIn = (
      <a className="button" data-kind="primary" href="/login/">
        {te('continueToSignIn')}
      </a>
    );
    return (
      <Notice title={te('newPassword.doneTitle')} action={signIn}>
        {te('newPassword.doneText')}
      </Notice>
    );
  }
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const new_password = String(new FormData(event.currentTarget).get('password'));
    follow(() => call(resetPassword, { key: linkKey, new_password }));
  };
  return (
    <EntryForm
      title={te('newPassword.title')}
      text={te('newPassword.text', { email: owner.email })}
      submitText={te('newPassword.submit')}
      onSubmit={submit}
      {...attempt}
    >
      <input type="hidden" autoComplete="username" name="username" value={owner.email} readOnly />
      <NewPasswordField label={te('newPassword.label')} known={[owner.full_name, owner.email]} />
    </EntryForm>
  );
}

/** `/accounts/password/reset/KEY/`: where the link of the mail leads. Opening it uses nothing up. */
export function NewPassword({ linkKey }: { linkKey: string }) {
  const open = useCallback((signal: AbortSignal) => call(openPasswordReset, { key: linkKey }, { signal }), [linkKey]);
  return (
    <LinkedEntry open={open} reasonOf={linkReasonOf} closed={(reason) => <ClosedReset reason={reason} />}>
      {(answer) => <PasswordForm linkKey={linkKey} owner={answer} />}
    </LinkedEntry>
  );
}
