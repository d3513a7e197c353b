import { ts } from '../../strings/settings-strings';
import { FormField } from './parts';

/** The own password, once more. */
export function PasswordField({ value, onChange }: { value: string; onChange: (password: string) => void }) {
  return (
    <FormField label={ts('account.password')}>
      <input
        className="input"
        type="password"
        autoComplete="current-password"
        data-autofocus
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </FormField>
  );
}
