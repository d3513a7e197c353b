import { removePasskey, renamePasskey } from '@stoa/contracts/users';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf } from '../../api/client';
import { call } from '../../api/client';
import type { getSecondFactors } from '@stoa/contracts/users';
import { knowsPasskeys, makePasskey } from '../../parts/passkeys';
import { languageInUse } from '../../strings/strings';
import { ts } from '../../strings/settings-strings';
import { Button } from '../../ui/button';
import { FormDialog } from './form-dialog';
import { Fact, FormField } from './parts';
import { ProofField, useOwnProof } from './proof-field';

type Passkey = AnswerOf<typeof getSecondFactors>['passkeys'][number];
type Open = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey };

interface DialogProps {
  onClose: () => void;
  /** Something has changed. */
  onDone: () => void;
}

function NameField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  return (
    <FormField label={ts('passkeys.name')}>
      <input className="input" value={value} maxLength={60} onChange={(event) => onChange(event.target.value)} />
    </FormField>
  );
}

function Add({ onClose, onDone }: DialogProps) {
  const proof = useOwnProof();
  const [name, setName] = useState<string>(ts('passkeys.defaultName'));
  return (
    <FormDialog
      title={ts('passkeys.add')}
      description={ts('passkeys.addText')}
      action={ts('passkeys.add')}
      isReady={name.trim() !== '' && proof.isReady}
      onSubmit={() => makePasskey(name.trim(), proof.password).then(onDone)}
      onClose={onClose}
    >
      <ProofField proof={proof} />
      <NameField value={name} onChange={setName} />
    </FormDialog>
  );
}

function Rename({ passkey, onClose, onDone }: DialogProps & { passkey: Passkey }) {
  const [name, setName] = useState(passkey.name);
  return (
    <FormDialog
      title={ts('passkeys.renameNamed', { name: passkey.name })}
      action={ts('passkeys.rename')}
      isReady={name.trim() !== ''}
      onSubmit={() => call(renamePasskey, { passkey_id: passkey.id, name: name.trim() }).then(onDone)}
      onClose={onClose}
    >
      <NameField value={name} onChange={setName} />
    </FormDialog>
  );
}

function Remove({ passkey, onClose, onDone }: DialogProps & { passkey: Passkey }) {
  const proof = useOwnProof();
  return (
    <FormDialog
      title={ts('passkeys.removeNamed', { name: passkey.name })}
      description={ts('passkeys.removeText')}
      action={ts('passkeys.remove')}
      isReady={proof.isReady}
      onSubmit={() => call(removePasskey, { passkey_id: passkey.id, password: proof.password }).then(onDone)}
      onClose={onClose}
    >
      <ProofField proof={proof} />
    </FormDialog>
  );
}

function factsOf({ date_created: created, last_used: used }: Passkey): string {
  const date = new Intl.DateTimeFormat(languageInUse(), { dateStyle: 'medium' });
  const madeOn = date.format(created * 1000);
  if (used === null) return ts('passkeys.factsUnused', { created: madeOn });
  return ts('passkeys.facts', { created: madeOn, used: date.format(used * 1000) });
}

/** Passkeys of the user (identity.md 9). */
export function PasskeysList({ passkeys, onChanged }: { passkeys: readonly Passkey[]; onChanged: () => void }) {
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const done = (): void => {
    close();
    onChanged();
  };
  return (
    <>
      <Fact
        name={ts('passkeys.title')}
        action={knowsPasskeys() && <Button onClick={() => setOpen({ kind: 'add' })}>{ts('passkeys.add')}</Button>}
      >
        {passkeys.length === 0 ? ts('passkeys.none') : ts('passkeys.about')}
      </Fact>
      <ul className="item-list" aria-label={ts('passkeys.title')}>
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="item">
            <KeyRound size="1.25rem" aria-hidden="true" />
            <span className="item-text">
              <bdi>{passkey.name}</bdi>
              <span className="setting-hint">{factsOf(passkey)}</span>
            </span>
            <Button
              aria-label={ts('passkeys.renameNamed', { name: passkey.name })}
              onClick={() => setOpen({ kind: 'rename', passkey })}
            >
              {ts('passkeys.rename')}
            </Button>
            <Button
              aria-label={ts('passkeys.removeNamed', { name: passkey.name })}
              onClick={() => setOpen({ kind: 'remove', passkey })}
            >
              {ts('passkeys.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {open?.kind === 'add' && <Add onClose={close} onDone={done} />}
      {open?.kind === 'rename' && <Rename passkey={open.passkey} onClose={close} onDone={done} />}
      {open?.kind === 'remove' && <Remove passkey={open.passkey} onClose={close} onDone={done} />}
    </>
  );
}
