import type { getServerSettings } from '@stoa/contracts/server';
import { useEffect } from 'react';
import type { AnswerOf } from '../../api/client';
import { installationName } from '../../client/installation-name';
import { te } from '../../strings/entry-strings';
import { Notice } from '../notice';
import { providersOf } from '../providers';
import type { EntryPage } from './entry-page';
import { ExternalSignUp } from './external-sign-up';
import { ForgottenPassword } from './forgotten-password';
import { Join } from './join';
import { NewAddress } from './new-address';
import { NewPassword } from './new-password';
import { Register } from './register';

interface EntryPagesProps {
  page: EntryPage;
  settings: AnswerOf<typeof getServerSettings>;
}

/** The pages by which people come in (identity.md 1.3). */
export function EntryPages({ page, settings }: EntryPagesProps) {
  const organization = settings.realm_name ?? installationName();
  useEffect(() => {
    document.title = te('signIn.title', { organization });
  }, [organization]);
  // The address of an account matters for every way of signing in.
  if (page.kind === 'new-address') return <NewAddress linkKey={page.key} />;
  if (page.kind === 'external-sign-up') return <ExternalSignUp ticket={page.key} organization={organization} />;
  const isSignUp = page.kind === 'join' || page.kind === 'register';
  if (!settings.email_auth_enabled && !(isSignUp && providersOf(settings).length > 0)) {
    const signIn = <a href="/login/">{te('toSignIn')}</a>;
    return (
      <Notice title={te('noPasswords.title')} action={signIn}>
        {te('noPasswords.text', { organization })}
      </Notice>
    );
  }
  switch (page.kind) {
    case 'forgotten-password':
      return <ForgottenPassword />;
    case 'new-password':
      return <NewPassword linkKey={page.key} />;
    case 'join':
      return <Join linkKey={page.key} settings={settings} organization={organization} />;
    case 'register':
      return <Register linkKey={page.key} settings={settings} organization={organization} />;
  }
}
