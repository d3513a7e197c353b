import { useEffect, useId, useRef, useState } from 'react';
import { PasswordStrength, isRefusedLevel, levelText, usePasswordLevel } from '../../parts/password-strength';
import { te } from '../../strings/entry-strings';

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
  const level = usePasswordLevel(password, known);
  const refusal = isRefusedLevel(level) ? levelText(level) : '';
  useEffect(() => field.current?.setCustomValidity(refusal), [refusal]);
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
      <PasswordStrength id={`${id}-level`} level={level} />
    </div>
  );
}
