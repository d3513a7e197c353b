import { devListUsers, devLogIn, logIn } from '@stoa/contracts/users';
import type { getServerSettings } from '@stoa/contracts/server';
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type AnswerOf, type RequestTo, call } from '../api/client';
import { installationName } from '../client/installation-name';
import { knowsPasskeys, signInWithPasskey } from '../parts/passkeys';
import { sanitize } from '../render/sanitize';
import { te } from '../strings/entry-strings';
import { Avatar } from '../ui/avatar';
import { isOwnAddress } from '../ui/own-address';
import { Button } from '../ui/button';
import { appPadIn, signAppIn } from './app-sign-in';
import { AppText } from './app-text';
import { useAttempt } from './attempt';
import { usePasskeyOffer } from './passkey-offer';
import { OtherProviders, ProviderLinks } from './providers';
import { signInProblem } from './sign-in-problem';
import { type FactorStep, FactorStepForm, factorStepOf } from './factor-step';
import './pages.css';

type ServerSettings = AnswerOf<typeof getServerSettings>;
type DemoAccount = AnswerOf<typeof devListUsers>['direct_users'][number];

interface SignInProps {
  settings: ServerSettings;
  /** Why the client is not there any more, if it was. */
  reason?: string;
  /** The session's cookie is set. */
  onSignedIn: () => void;
  /** Other ways than signing in. */
  children?: ReactNode;
}

type Attempt = ReturnType<typeof useAttempt<unknown>>;

/** The organization's own words about itself, in HTML of the service. */
function Description({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(sanitize(html)), [html]);
  return <div ref={place} className="page-description" dir="auto" />;
}

interface PasswordFormProps extends Attempt {
  settings: ServerSettings;
  /** The password was right, and is not enough. */
  onStep: (step: FactorStep) => void;
}

/** @returns false if the sign-in goes on with a second factor */
async function signIn(request: RequestTo<typeof logIn>, onStep: (step: FactorStep) => void): Promise<boolean> {
  try {
    await call(logIn, request);
    return true;
  } catch (error) {
    const step = factorStepOf(error);
    if (!step) throw error;
    onStep(step);
    return false;
  }
}

function PasswordForm({ settings, attempt, isBusy, onStep }: PasswordFormProps) {
  const password = useRef<HTMLInputElement>(null);
  const names = { username: useId(), password: useId() };
  const [isCapsLockOn, setCapsLockOn] = useState(false);
  const watchCapsLock = (event: KeyboardEvent): void => setCapsLockOn(event.getModifierState('CapsLock'));
  const wantsEmail = settings.require_email_format_usernames;
  const autoComplete = usePasskeyOffer(settings.email_auth_enabled, attempt);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const request = { username: String(form.get('username')).trim(), password: String(form.get('password')) };
    void attempt(() => signIn(request, onStep)).then((isDone) => {
      if (!isDone) password.current?.select();
    });
  };
  return (
    <form className="sign-in-form" onSubmit={submit}>
      <label className="field" htmlFor={names.username}>
        <span>{wantsEmail ? te('signIn.email') : te('signIn.emailOrUsername')}</span>
        <input
          className="input"
          id={names.username}
          name="username"
          type={wantsEmail ? 'email' : 'text'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      </label>
      <label className="field" htmlFor={names.password}>
        <span>{te('signIn.password')}</span>
        <input
          ref={password}
          className="input"
          id={names.password}
          name="password"
          type="password"
          autoComplete="current-password"
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          onBlur={() => setCapsLockOn(false)}
          required
        />
        <span role="status" className="field-hint">
          {isCapsLockOn && te('signIn.capsLock')}
        </span>
      </label>
      <Button type="submit" kind="primary" disabled={isBusy}>
        {te('signIn.submit')}
      </Button>
      {settings.email_auth_enabled && (
        <>
          <a href="/accounts/password/reset/">{te('signIn.forgotten')}</a>
          <a href={`/register/${location.search}`}>{te('signIn.register')}</a>
        </>
      )}
    </form>
  );
}

/** Accounts of a development service: one click, no password. */
function DemoAccounts({ realmUrl, attempt, isBusy }: { realmUrl: string } & Attempt) {
  const [accounts, setAccounts] = useState<DemoAccount[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    call(devListUsers, {}, { signal: leaving.signal }).then(
      ({ direct_admins, direct_users }) => setAccounts([...direct_admins, ...direct_users]),
      // Without the list there is still the form.
      () => setAccounts([]),
    );
    return () => leaving.abort();
  }, []);
  const here = accounts.filter(({ realm_url }) => realm_url === realmUrl);
  if (here.length === 0) return null;
  return (
    <section aria-labelledby="demo-accounts">
      <h2 id="demo-accounts" className="sign-in-or">
        {te('signIn.demo')}
      </h2>
      <ul className="demo-accounts">
        {here.map(({ email }, position) => (
          <li key={email}>
            <Button
              aria-label={te('signIn.demoAs', { name: email })}
              disabled={isBusy}
              onClick={() => void attempt(() => call(devLogIn, { username: email }))}
            >
              <Avatar userId={position + 1} name={email} size={1.5} />
              {email}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `/login` (web.md 6): what the organization is, and the ways in that it has. */
export function SignIn({ settings, reason, onSignedIn, children }: SignInProps) {
  const [appText, setAppText] = useState<string>();
  const [step, setStep] = useState<FactorStep>();
  const pad = appPadIn(location.search);
  const goOn = useAttempt<string | undefined>(setAppText);
  // For an app the session is a step on the way: it ends when the app has what it needs.
  const begun = (): void => (pad ? void goOn.attempt(() => signAppIn(pad)) : onSignedIn());
  const own = useAttempt<unknown>((isDone) => isDone !== false && begun());
  // What it has done says it itself.
  const stepOwn = useAttempt<unknown>(() => undefined);
  const withApp = <T extends typeof own>(one: T): T => ({
    ...one,
    isBusy: one.isBusy || goOn.isBusy,
    failure: one.failure ?? goOn.failure,
  });
  const [attempt, stepAttempt] = [withApp(own), withApp(stepOwn)];
  const organization = settings.realm_name ?? installationName();
  useEffect(() => {
    document.title = te('signIn.title', { organization });
  }, [organization]);
  if (appText !== undefined) return <AppText text={appText} />;
  if (step) {
    return (
      <main className="page">
        <div className="page-card">
          <h1>{te('signIn.title', { organization })}</h1>
          <div role="alert" className="field-error">
            {stepAttempt.failure}
          </div>
          <FactorStepForm step={step} onSignedIn={begun} {...stepAttempt} />
          <a href="/login/">{te('toSignIn')}</a>
        </div>
      </main>
    );
  }
  return (
    <main className="page">
      <div className="page-card">
        {settings.realm_icon && isOwnAddress(settings.realm_icon) && (
          <img className="page-icon" src={settings.realm_icon} alt="" />
        )}
        <h1>{te('signIn.title', { organization })}</h1>
        {settings.realm_description && <Description html={settings.realm_description} />}
        {reason !== undefined && attempt.failure === undefined && (
          <p role="status" className="page-reason">
            {reason}
          </p>
        )}
        <div role="alert" className="field-error">
          {attempt.failure ?? signInProblem(location.search, organization)}
        </div>
        {settings.authentication_methods?.password && !attempt.isClosed && (
          <PasswordForm settings={settings} onStep={setStep} {...attempt} />
        )}
        {settings.email_auth_enabled && !attempt.isClosed && knowsPasskeys() && (
          <Button disabled={attempt.isBusy} onClick={() => void attempt.attempt(signInWithPasskey)}>
            {te('signIn.passkey')}
          </Button>
        )}
        {settings.email_auth_enabled && !attempt.isClosed ? (
          <OtherProviders settings={settings} purpose="login" />
        ) : (
          <ProviderLinks settings={settings} purpose="login" />
        )}
        {settings.authentication_methods?.dev && <DemoAccounts realmUrl={settings.realm_url} {...attempt} />}
        {children}
      </div>
    </main>
  );
}
