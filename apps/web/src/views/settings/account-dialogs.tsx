import { updateSettings } from '@stoa/contracts/users';
import { useId, useState } from 'react';
import { call } from '../../api/client';
import { useClientState } from '../../client/client';
import { confirmDone, notify } from '../../client/notices';
import { PasswordStrength, isRefusedLevel, usePasswordLevel } from '../../parts/password-strength';
import { ts } from '../../strings/settings-strings';
import { FormDialog } from './form-dialog';
import { FormField } from './parts';
import { replaceKeys } from './replaced-keys';
import { ProofField, useOwnProof } from './proof-field';

/** A new address counts when the link that is sent there was opened. */
export function ChangeEmail({ onClose }: { onClose: () => void }) {
  const proof = useOwnProof();
  const [email, setEmail] = useState('');
  const onSubmit = async (): Promise<void> => {
    await call(updateSettings, { email: email.trim(), password: proof.password });
    notify(ts('account.emailSent', { email: email.trim() }));
  };
  return (
    <FormDialog
      title={ts('account.emailTitle')}
      description={ts('account.emailText')}
      action={ts('account.emailSend')}
      isReady={email.includes('@') && proof.isReady}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <FormField label={ts('account.emailNew')}>
        <input
          className="input"
          type="email"
          autoComplete="email"
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </FormField>
      <ProofField proof={proof} />
    </FormDialog>
  );
}

function AlsoKeys({ isChecked, onChange }: { isChecked: boolean; onChange: (isChecked: boolean) => void }) {
  return (
    <label className="check-row">
      <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.target.checked)} />
      <span>
        {ts('account.passwordKeys')}
        <span className="setting-hint">{ts('account.passwordKeysHint')}</span>
      </span>
    </label>
  );
}

/** Other sessions end with the old password; this one goes on. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const least = useClientState((state) => state.organization.password_min_length);
  const most = useClientState((state) => state.organization.password_max_length);
  const email = useClientState((state) => state.own.delivery_email);
  const [old_password, setOld] = useState('');
  const [new_password, setNew] = useState('');
  const [alsoKeys, setAlsoKeys] = useState(false);
  const name = useClientState((state) => state.own.full_name);
  const level = usePasswordLevel(new_password, [name, email]);
  const id = useId();
  const isLongEnough = [...new_password].length >= least;
  return (
    <FormDialog
      title={ts('account.passwordTitle')}
      description={ts('account.passwordText')}
      action={ts('account.passwordSave')}
      isReady={isLongEnough && !isRefusedLevel(level) && old_password !== '' && old_password !== new_password}
      onSubmit={async () => {
        await call(updateSettings, { old_password, new_password });
        confirmDone(ts('account.passwordSaved'));
        if (alsoKeys) await replaceKeys(new_password);
      }}
      onClose={onClose}
    >
      {/* Managers of passwords look for the account that a password is of. */}
      <input
        className="visually-hidden"
        type="text"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <FormField label={ts('account.passwordOld')}>
        <input
          className="input"
          type="password"
          autoComplete="current-password"
          data-autofocus
          value={old_password}
          onChange={(event) => setOld(event.target.value)}
        />
      </FormField>
      <FormField label={ts('account.passwordNew')} hint={ts('account.passwordRule', { least })}>
        <input
          className="input"
          type="password"
          autoComplete="new-password"
          aria-describedby={`${id}-level`}
          maxLength={most}
          value={new_password}
          onChange={(event) => setNew(event.target.value)}
        />
      </FormField>
      <PasswordStrength id={`${id}-level`} level={level} />
      <AlsoKeys isChecked={alsoKeys} onChange={setAlsoKeys} />
    </FormDialog>
  );
}
