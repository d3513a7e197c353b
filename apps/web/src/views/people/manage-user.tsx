import { reactivateUser, updateUser } from '@stoa/contracts/users';
import { useId, useState } from 'react';
import { call } from '../../api/client';
import { useClientState } from '../../client/client';
import { type Saving, useSaving } from '../../client/saving';
import { useSubmit } from '../../client/submit';
import { roleText } from '../../parts/role-text';
import type { User } from '../../store/state';
import { type RoleCode, mayChangeEmail, mayDeactivate, rolesFor } from '../../store/user-administration';
import { tp } from '../../strings/people-strings';
import { Button } from '../../ui/button';
import { Problem } from '../../ui/problem';
import { ConfirmationOutcome } from '../settings/confirmation-outcome';
import { FormDialog } from '../settings/form-dialog';
import { ProfileFields } from '../settings/profile-fields';
import { ProofField, useOwnProof } from '../settings/proof-field';
import { RowShell, TypedInput } from '../settings/setting-row';
import { DeactivateDialog } from './deactivate-dialog';

const LONGEST_NAME = 100;
const LONGEST_EMAIL = 254;
/** The dialog that asks who gives an address says how far that is. */
const IN_DIALOG: Saving = { kind: 'idle' };

function Name({ user }: { user: User }) {
  const id = useId();
  const [saving, save] = useSaving();
  const commit = (typed: string): void => {
    const full_name = typed.trim();
    if (full_name === '' || full_name === user.full_name) return;
    void save(() => call(updateUser, { user_id: user.user_id, full_name }));
  };
  return (
    <RowShell labelId={`${id}-label`} controlId={id} label={tp('manage.name')} saving={saving} isStacked>
      <TypedInput id={id} value={user.full_name} maxLength={LONGEST_NAME} onCommit={commit} />
    </RowShell>
  );
}

function emailHint(email: string, mayChange: boolean): string {
  if (email === '') return tp('manage.emailHidden');
  return tp(mayChange ? 'manage.emailAtOnce' : 'manage.emailFixed');
}

/** Whoever gives an address can have the account: it is asked once more who does. */
function NewEmail({ user, email, onClose }: { user: User; email: string; onClose: () => void }) {
  const proof = useOwnProof();
  const onSubmit = () => call(updateUser, { user_id: user.user_id, new_email: email, password: proof.password });
  return (
    <FormDialog
      title={tp('manage.emailTitle', { name: user.full_name })}
      description={tp('manage.emailText', { email })}
      action={tp('manage.emailSave')}
      isReady={proof.isReady}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <ProofField proof={proof} />
    </FormDialog>
  );
}

/** The address that somebody signs in with, as far as the viewer sees it. */
function Email({ user }: { user: User }) {
  const id = useId();
  const [wanted, setWanted] = useState<string>();
  const mayChange = useClientState((state) => mayChangeEmail(state, user));
  const email = user.delivery_email ?? '';
  const commit = (typed: string): void => {
    const new_email = typed.trim();
    if (new_email !== '' && new_email !== email) setWanted(new_email);
  };
  return (
    <RowShell
      labelId={`${id}-label`}
      controlId={id}
      label={tp('manage.email')}
      hint={emailHint(email, mayChange)}
      saving={IN_DIALOG}
      isStacked
    >
      <TypedInput
        id={id}
        describedBy={`${id}-hint`}
        isDisabled={!mayChange}
        value={email}
        maxLength={LONGEST_EMAIL}
        onCommit={commit}
      />
      {wanted !== undefined && <NewEmail user={user} email={wanted} onClose={() => setWanted(undefined)} />}
    </RowShell>
  );
}

function isSameList(a: readonly RoleCode[], b: readonly RoleCode[]): boolean {
  return a.join() === b.join();
}

function Role({ user }: { user: User }) {
  const id = useId();
  const [saving, save] = useSaving();
  const roles = useClientState((state) => rolesFor(state, user), isSameList);
  const isFixed = roles.length < 2;
  return (
    <RowShell
      labelId={`${id}-label`}
      controlId={id}
      label={tp('manage.role')}
      hint={isFixed && tp('manage.roleFixed')}
      saving={saving}
    >
      <select
        id={id}
        className="input select"
        disabled={isFixed}
        aria-describedby={isFixed ? `${id}-hint` : undefined}
        value={user.role}
        onChange={(event) => {
          const role = roles.find((known) => String(known) === event.target.value);
          if (role !== undefined) void save(() => call(updateUser, { user_id: user.user_id, role }));
        }}
      >
        {roles.map((role) => (
          <option key={role} value={role}>
            {roleText(role)}
          </option>
        ))}
      </select>
    </RowShell>
  );
}

function Ending({ user }: { user: User }) {
  const [isAsked, setAsked] = useState(false);
  const { isBusy, problem, submit } = useSubmit();
  const isAllowed = useClientState((state) => mayDeactivate(state, user));
  if (user.is_active) {
    return (
      <>
        {isAllowed && (
          <Button kind="danger" onClick={() => setAsked(true)}>
            {tp('manage.deactivate')}
          </Button>
        )}
        {isAsked && <DeactivateDialog user={user} onClose={() => setAsked(false)} />}
      </>
    );
  }
  if (user.is_deleted) return <p>{tp('manage.isDeleted')}</p>;
  return (
    <>
      <p>{tp('manage.isDeactivated')}</p>
      <Button disabled={isBusy} onClick={() => void submit(() => call(reactivateUser, { user_id: user.user_id }))}>
        {tp('manage.reactivate')}
      </Button>
      <Problem text={problem} />
    </>
  );
}

/** What administrators change of somebody's account, and owners of their bots. */
export function ManageUser({ user }: { user: User }) {
  return (
    <div className="settings-form">
      <ConfirmationOutcome />
      <Name user={user} />
      {!user.is_bot && <Email user={user} />}
      <Role user={user} />
      {!user.is_bot && <ProfileFields userId={user.user_id} />}
      <div className="inline-form">
        <Ending user={user} />
      </div>
    </div>
  );
}
