import { confirmByProvider, getConfirmation } from '@stoa/contracts/users';
import { useState } from 'react';
import { type AnswerOf, call } from '../../api/client';
import { useFetched } from '../../client/fetched';
import { useSubmit } from '../../client/submit';
import { ts } from '../../strings/settings-strings';
import { Button } from '../../ui/button';
import { Problem } from '../../ui/problem';
import { placeToComeBackTo } from './confirmation-outcome';
import { PasswordField } from './password-field';

type Confirmation = AnswerOf<typeof getConfirmation>;
type Provider = Confirmation['providers'][number];

/** What shows once more who somebody is, before something that outlives the session (identity.md 9). */
export interface OwnProof extends Pick<Confirmation, 'needed' | 'providers'> {
  readonly password: string;
  readonly setPassword: (password: string) => void;
  /** Nothing is missing. */
  readonly isReady: boolean;
}

const load = (signal: AbortSignal) => call(getConfirmation, {}, { signal });
/** Until it is known, and where it cannot be: the service has the last word. */
const USUAL: Confirmation = { needed: 'password', providers: [] };

export function useOwnProof(): OwnProof {
  const [password, setPassword] = useState('');
  const [fetched] = useFetched(load);
  const { needed, providers } = fetched.kind === 'ready' ? fetched.value : USUAL;
  const isReady = needed === 'nothing' || (needed === 'password' && password !== '');
  return { needed, providers, password, setPassword, isReady };
}

/** Leads to a provider and back to this place. */
function ConfirmButton({ provider: { provider, display_name: name } }: { provider: Provider }) {
  const { isBusy, problem, submit } = useSubmit();
  const go = async (): Promise<void> => {
    const { location: address } = await call(confirmByProvider, { provider, next: placeToComeBackTo(location) });
    location.assign(address);
  };
  return (
    <>
      <Button disabled={isBusy} onClick={() => void submit(go)}>
        {ts('proof.confirm', { provider: name })}
      </Button>
      <Problem text={problem} />
    </>
  );
}

/** Asks for it: the password, a sign-in with a provider, or nothing where one was a moment ago. */
export function ProofField({ proof }: { proof: OwnProof }) {
  const { needed, providers, password, setPassword } = proof;
  if (needed === 'nothing') return <p className="setting-hint">{ts('proof.nothing')}</p>;
  return (
    <>
      {needed === 'password' && <PasswordField value={password} onChange={setPassword} />}
      {needed === 'sign-in' && <p>{providers.length === 0 ? ts('proof.signIn') : ts('proof.again')}</p>}
      {providers.map((provider) => (
        <ConfirmButton key={provider.provider} provider={provider} />
      ))}
    </>
  );
}
