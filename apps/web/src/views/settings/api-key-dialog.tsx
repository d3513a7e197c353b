import { fetchOwnApiKey, regenerateOwnApiKey } from '@stoa/contracts/users';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/client';
import { useClientState } from '../../client/client';
import { useSubmit } from '../../client/submit';
import { ts } from '../../strings/settings-strings';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Problem } from '../../ui/problem';
import { KeyShown } from './key-shown';
import { type OwnProof, ProofField, useOwnProof } from './proof-field';

interface KeyProps {
  proof: OwnProof;
  onKey: (key: string) => void;
}

function AskProof({ proof, onKey }: KeyProps) {
  const { isBusy, problem, submit } = useSubmit();
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void submit(async () => onKey((await call(fetchOwnApiKey, { password: proof.password })).api_key));
  };
  return (
    <form className="settings-form" onSubmit={onSubmit}>
      <ProofField proof={proof} />
      <Problem text={problem} />
      <Button kind="primary" type="submit" disabled={isBusy || !proof.isReady}>
        {ts('apiKey.show')}
      </Button>
    </form>
  );
}

function Regenerate({ proof: { password, isReady }, onKey }: KeyProps) {
  const [isAsked, setAsked] = useState(false);
  const { isBusy, problem, submit } = useSubmit();
  if (!isAsked) return <Button onClick={() => setAsked(true)}>{ts('apiKey.regenerate')}</Button>;
  return (
    <div className="settings-form" role="alert">
      <p>{ts('apiKey.regenerateText')}</p>
      {problem && <p className="field-error">{problem}</p>}
      <Button
        kind="danger"
        disabled={isBusy || !isReady}
        onClick={() => void submit(async () => onKey((await call(regenerateOwnApiKey, { password })).api_key))}
      >
        {ts('apiKey.regenerateAll')}
      </Button>
    </div>
  );
}

/** A key for other programs: it is shown once, to who has shown to be its owner. */
export function ApiKeyDialog({ onClose }: { onClose: () => void }) {
  const proof = useOwnProof();
  const [key, setKey] = useState<string>();
  const email = useClientState((state) => state.own.delivery_email);
  return (
    <Dialog title={ts('account.apiKey')} description={ts('apiKey.about')} size="small" onClose={onClose}>
      {key === undefined ? <AskProof proof={proof} onKey={setKey} /> : <KeyShown email={email} apiKey={key} />}
      <Regenerate proof={proof} onKey={setKey} />
    </Dialog>
  );
}
