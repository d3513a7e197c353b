import { type ReactNode, useState } from 'react';
import { deactivateOwnUser } from '@stoa/contracts/users';
import { call } from '../../api/client';
import { useClient, useClientState } from '../../client/client';
import { goTo } from '../../client/location';
import { useSubmit } from '../../client/submit';
import { roleText } from '../../parts/role-text';
import { isLastOwner } from '../../store/user-administration';
import { userOf } from '../../store/users';
import { ts } from '../../strings/settings-strings';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/confirm';
import { ApiKeyDialog } from './api-key-dialog';
import { ChangeEmail, ChangePassword } from './account-dialogs';
import { ConfirmationOutcome } from './confirmation-outcome';
import { Block, Fact, WhoTheyAre } from './parts';
import { OwnSections } from './own-settings';
import { PRIVACY } from './personal-sections';
import { SecondFactors } from './second-factors';
import { ExternalIdentities } from './external-identities';
import { SessionsList } from './sessions-list';

type Open = 'email' | 'password' | 'key' | 'deactivate';

function Deactivate({ onClose }: { onClose: () => void }) {
  const { signOut } = useClient();
  const { isBusy, problem, submit } = useSubmit();
  return (
    <Confirm
      title={ts('account.deactivateTitle')}
      action={ts('account.deactivate')}
      isDanger
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onConfirm={() =>
        void submit(() => call(deactivateOwnUser, {})).then((isDone) => (isDone ? signOut() : undefined))
      }
    >
      <p>{ts('account.deactivateText')}</p>
    </Confirm>
  );
}

const DIALOGS: Readonly<Record<Open, (props: { onClose: () => void }) => ReactNode>> = {
  email: ChangeEmail,
  password: ChangePassword,
  key: ApiKeyDialog,
  deactivate: Deactivate,
};

/** The way out; the last owner has to be followed by another. */
function Leaving({ onAsk }: { onAsk: () => void }) {
  const isLast = useClientState(isLastOwner);
  return (
    <Block title={ts('account.end')}>
      <Fact
        name={ts('account.deactivate')}
        action={
          isLast ? (
            <Button onClick={() => goTo('#organization/users')}>{ts('page.users')}</Button>
          ) : (
            <Button kind="danger" onClick={onAsk}>
              {ts('account.deactivate')}
            </Button>
          )
        }
      >
        {ts(isLast ? 'account.lastOwner' : 'account.deactivateHint')}
      </Fact>
    </Block>
  );
}

/** How one signs in, and what others learn. */
export function AccountPage() {
  const [open, setOpen] = useState<Open>();
  const email = useClientState((state) => state.own.delivery_email);
  const own = useClientState((state) => userOf(state, state.userId));
  const isEmailLocked = useClientState((state) => state.organization.realm_email_changes_disabled && !own.is_admin);
  const hasPassword = useClientState((state) => state.organization.realm_email_auth_enabled);
  const Opened = open && DIALOGS[open];
  return (
    <>
      <ConfirmationOutcome />
      <Block title={ts('account.title')}>
        <Fact
          name={ts('account.email')}
          action={
            <Button disabled={isEmailLocked} onClick={() => setOpen('email')}>
              {ts('account.change')}
            </Button>
          }
        >
          <bdi>{email}</bdi>
          {isEmailLocked && (
            <span className="setting-hint">
              {ts('account.emailLocked')} <WhoTheyAre />
            </span>
          )}
        </Fact>
        {hasPassword && (
          <Fact
            name={ts('account.password')}
            action={<Button onClick={() => setOpen('password')}>{ts('account.change')}</Button>}
          >
            {ts('account.passwordHidden')}
          </Fact>
        )}
        <Fact name={ts('profile.role')}>{roleText(own.role)}</Fact>
        <Fact
          name={ts('account.apiKey')}
          action={<Button onClick={() => setOpen('key')}>{ts('account.apiKeyGet')}</Button>}
        >
          {ts('account.apiKeyText')}
        </Fact>
      </Block>
      {hasPassword && <SecondFactors />}
      <ExternalIdentities />
      <SessionsList />
      <OwnSections sections={PRIVACY} />
      <Leaving onAsk={() => setOpen('deactivate')} />
      {Opened && <Opened onClose={() => setOpen(undefined)} />}
    </>
  );
}
