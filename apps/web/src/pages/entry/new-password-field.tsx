import { PASSWORD_RULES } from '@stoa/policy';
import { useEffect, useId, useRef, useState } from 'react';
import { te } from '../../strings/entry-strings';
import { type PasswordLevel, passwordLevel } from './password-level';

type Estimate = (password: string, known: string[]) => { guesses: number };

/** As many bars as the meter shows. */
const BARS: Readonly<Record<PasswordLevel, number>> = { short: 1, long: 1, weak: 1, fair: 2, strong: 3 };
const ALL_BARS = 3;

/** The estimator is large, and wanted by whoever chooses a password only. Without it the service decides alone. */
function useEstimator(): Estimate | undefined {
  const [estimate, setEstimate] = useState<Estimate>();
  useEffect(() => {
    let isLeft = false;
    import('zxcvbn').then(({ default: loaded }) => isLeft || setEstimate(() => loaded), reportError);
    return () => {
      isLeft = true;
    };
  }, []);
  return estimate;
}

function levelText(level: PasswordLevel): string {
  const characters = level === 'long' ? PASSWORD_RULES.longest : PASSWORD_RULES.shortest;
  return te(`strength.${level}`, { characters });
}

interface NewPasswordFieldProps {
  label: string;
  /** Name and address: a password made of them is weak. */
  known: readonly string[];
}

/** Asks for a new password, named `password` in its form, and says how good it is (web.md 6). */
export function NewPasswordField({ label, known }: NewPasswordFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [isShown, setShown] = useState(false);
  const estimate = useEstimator();
  const { guesses } = estimate?.(password.slice(0, PASSWORD_RULES.estimatedCharacters), [...known]) ?? {};
  const level = guesses === undefined || password === '' ? undefined : passwordLevel([...password].length, guesses);
  const isRefused = level === 'short' || level === 'long' || level === 'weak';
  useEffect(() => field.current?.setCustomValidity(isRefused ? levelText(level) : ''), [isRefused, level]);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        ref={field}
        className="input"
        id={id}
        name="password"
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        aria-describedby={`${id}-level`}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        required
      />
      <label className="password-shown">
        <input type="checkbox" checked={isShown} onChange={({ currentTarget }) => setShown(currentTarget.checked)} />
        {te('newPassword.show')}
      </label>
      {level !== undefined && (
        <meter
          className="password-meter"
          aria-label={te('strength.meter')}
          data-level={level}
          max={ALL_BARS}
          value={BARS[level]}
        />
      )}
      <span id={`${id}-level`} role="status" className="field-hint">
        {level !== undefined && levelText(level)}
      </span>
    </div>
  );
}
