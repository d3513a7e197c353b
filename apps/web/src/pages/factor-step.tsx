import { logInWithFactor, setUpFactorAtLogIn } from '@stoa/contracts/users';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { type AnswerOf, call } from '../api/client';
import { RequestRefused } from '../api/failures';
import { signInWithPasskey } from '../parts/passkeys';
import { te } from '../strings/entry-strings';
import { Button } from '../ui/button';
import { CodeList } from '../ui/code-list';
import { QrCode } from '../ui/qr-code';
import type { useAttempt } from './attempt';

/** What a sign-in with the right password goes on with. */
export interface FactorStep {
  token: string;
  kind: 'code' | 'set-up' | 'passkey';
}

type NewTotp = AnswerOf<typeof setUpFactorAtLogIn>;
type SignedIn = AnswerOf<typeof logInWithFactor>;
type Attempt = ReturnType<typeof useAttempt<unknown>>;

/** @returns undefined for what is no question for a second factor */
export function factorStepOf(error: unknown): FactorStep | undefined {
  if (!(error instanceof RequestRefused) || error.code !== 'SECOND_FACTOR_REQUIRED') return undefined;
  const { factor_token: token, step: kind } = error.data;
  const isKnown = kind === 'code' || kind === 'set-up' || kind === 'passkey';
  return typeof token === 'string' && isKnown ? { token, kind } : undefined;
}

interface CodeFormProps extends Pick<Attempt, 'attempt' | 'isBusy'> {
  token: string;
  label: string;
  onSignedIn: (answer: SignedIn) => void;
}

function CodeForm({ token, label, attempt, isBusy, onSignedIn }: CodeFormProps) {
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code'));
    void attempt(async () => onSignedIn(await call(logInWithFactor, { factor_token: token, code })));
  };
  return (
    <form className="sign-in-form" onSubmit={submit}>
      <label className="field" htmlFor={id}>
        <span>{label}</span>
        <input
          className="input"
          id={id}
          name="code"
          autoComplete="one-time-code"
          spellCheck={false}
          autoFocus
          required
        />
      </label>
      <Button type="submit" kind="primary" disabled={isBusy}>
        {te('signIn.submit')}
      </Button>
    </form>
  );
}

/** Recovery codes are shown once: the client begins when they were kept. */
function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <>
      <p>{te('factor.recovery')}</p>
      <CodeList codes={codes} label={te('factor.recoveryCodes')} />
      <Button kind="primary" onClick={onKept}>
        {te('factor.recoveryKept')}
      </Button>
    </>
  );
}

function SetUp({ token, ...form }: CodeFormProps) {
  const [totp, setTotp] = useState<NewTotp>();
  const { attempt } = form;
  useEffect(() => {
    void attempt(async () => setTotp(await call(setUpFactorAtLogIn, { factor_token: token })));
    // Once for the sign-in: each call makes another secret.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [token]);
  if (!totp) return null;
  return (
    <>
      <p>{te('factor.setUp')}</p>
      <QrCode text={totp.address} label={te('factor.qr')} />
      <p>
        {te('factor.secret')} <code>{totp.secret}</code>
      </p>
      <CodeForm token={token} {...form} />
    </>
  );
}

interface FactorStepProps extends Pick<Attempt, 'attempt' | 'isBusy'> {
  step: FactorStep;
  /** The session's cookie is set. */
  onSignedIn: () => void;
}

/** The step of the sign-in page after the password (identity.md 9). */
export function FactorStepForm({ step: { token, kind }, onSignedIn, ...attempt }: FactorStepProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} onKept={onSignedIn} />;
  const finish = ({ recovery_codes: made }: SignedIn): void => (made ? setCodes(made) : onSignedIn());
  switch (kind) {
    case 'code':
      return <CodeForm {...attempt} token={token} label={te('factor.code')} onSignedIn={finish} />;
    case 'set-up':
      return <SetUp {...attempt} token={token} label={te('factor.firstCode')} onSignedIn={finish} />;
    case 'passkey':
      return (
        <>
          <p>{te('factor.passkey')}</p>
          <Button
            kind="primary"
            disabled={attempt.isBusy}
            onClick={() => void attempt.attempt(() => signInWithPasskey().then(onSignedIn))}
          >
            {te('signIn.passkey')}
          </Button>
        </>
      );
  }
}
