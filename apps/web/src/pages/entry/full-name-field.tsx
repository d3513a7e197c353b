import { useId } from 'react';
import { te } from '../../strings/entry-strings';

interface FullNameFieldProps {
  value: string;
  onChange: (fullName: string) => void;
}

/** What others call the person whose account is made. */
export function FullNameField({ value, onChange }: FullNameFieldProps) {
  const id = useId();
  return (
    <label className="field" htmlFor={id}>
      <span>{te('register.name')}</span>
      <input
        className="input"
        id={id}
        autoComplete="name"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        required
      />
    </label>
  );
}
