import { type ReactNode, useId, useState } from 'react';
import type { Saving } from '../../client/saving';
import { settingsTexts, ts } from '../../strings/settings-strings';
import { Problem } from '../../ui/problem';
import type { Field, FieldValue } from './fields';

/** A text whose name follows from a setting's. */
export function derivedText(key: string): string | undefined {
  return settingsTexts.has(key) ? ts(key) : undefined;
}

/** What a setting is called; its name stands in for a text that is missing, which a test refuses. */
function labelOf(name: string): string {
  return derivedText(`setting.${name}`) ?? name;
}

export function SavingMark({ saving }: { saving: Saving }) {
  return (
    <span className="saving-mark" role="status" data-kind={saving.kind}>
      {saving.kind === 'saving' && ts('saving.saving')}
      {saving.kind === 'saved' && ts('saving.saved')}
    </span>
  );
}

interface RowShellProps {
  labelId: string;
  controlId: string;
  label: string;
  hint?: ReactNode;
  saving: Saving;
  isStacked?: boolean;
  children: ReactNode;
}

/** A control with its name, what it means, and how far its last change is. */
export function RowShell({ labelId, controlId, label, hint, saving, isStacked, children }: RowShellProps) {
  return (
    <div className="setting-row" data-stacked={isStacked || undefined}>
      <div className="setting-words">
        <label id={labelId} htmlFor={controlId}>
          {label}
        </label>
        {hint && (
          <p className="setting-hint" id={`${controlId}-hint`}>
            {hint}
          </p>
        )}
        <Problem text={saving.kind === 'failed' ? saving.text : undefined} />
      </div>
      <div className="setting-control">
        <SavingMark saving={saving} />
        {children}
      </div>
    </div>
  );
}

interface ControlProps {
  id: string;
  describedBy?: string;
  isDisabled?: boolean;
}

interface SwitchProps extends ControlProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function Switch({ id, describedBy, isDisabled, isOn, onChange }: SwitchProps) {
  return (
    <input
      id={id}
      type="checkbox"
      className="switch"
      aria-describedby={describedBy}
      disabled={isDisabled}
      checked={isOn}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

interface TypedProps extends ControlProps {
  value: string;
  onCommit: (value: string) => void;
  maxLength?: number;
  isLong?: boolean;
  number?: { min: number; max: number };
}

/** Text that counts when the control is left or Enter is pressed; Escape takes back what was typed. */
export function TypedInput({ id, describedBy, isDisabled, value, onCommit, maxLength, isLong, number }: TypedProps) {
  const [typed, setTyped] = useState<string>();
  const commit = (): void => {
    if (typed !== undefined && typed !== value) onCommit(typed);
    setTyped(undefined);
  };
  const common = {
    id,
    className: 'input',
    'aria-describedby': describedBy,
    disabled: isDisabled,
    maxLength,
    value: typed ?? value,
    dir: 'auto',
    onBlur: commit,
    onChange: (event: { target: { value: string } }) => setTyped(event.target.value),
  };
  const onKeyDown = (event: { key: string; preventDefault(): void; stopPropagation(): void }): void => {
    if (event.key === 'Enter' && !isLong) {
      event.preventDefault();
      commit();
    } else if (event.key === 'Escape' && typed !== undefined) {
      event.stopPropagation();
      setTyped(undefined);
    }
  };
  if (isLong) return <textarea {...common} rows={3} onKeyDown={onKeyDown} />;
  return <input {...common} {...number} type={number ? 'number' : 'text'} onKeyDown={onKeyDown} />;
}

interface SettingRowProps {
  field: Field;
  value: FieldValue | undefined;
  onChange: (value: FieldValue) => void;
  saving: Saving;
  isDisabled?: boolean;
  /** Of a setting whose name is no name of a text. */
  label?: string;
}

function Control({ field, value, onChange, ...common }: Omit<SettingRowProps, 'saving' | 'label'> & ControlProps) {
  switch (field.kind) {
    case 'switch':
      return <Switch {...common} isOn={value === true} onChange={onChange} />;
    case 'choice':
      return (
        <select
          id={common.id}
          className="input select"
          aria-describedby={common.describedBy}
          disabled={common.isDisabled}
          value={String(value)}
          onChange={(event) => {
            const chosen = field.values.find((known) => String(known) === event.target.value);
            if (chosen !== undefined) onChange(chosen);
          }}
        >
          {field.values.map((option) => (
            <option key={option} value={option}>
              {field.optionText?.(option) ?? derivedText(`setting.${field.name}.is.${option}`) ?? option}
            </option>
          ))}
        </select>
      );
    case 'number': {
      const { min, max } = field;
      const commit = (typed: string): void => {
        const next = Number(typed);
        if (typed.trim() !== '' && Number.isFinite(next)) onChange(Math.min(max, Math.max(min, Math.round(next))));
      };
      return <TypedInput {...common} number={{ min, max }} value={String(value ?? '')} onCommit={commit} />;
    }
    case 'text':
      return (
        <TypedInput
          {...common}
          isLong={field.isLong}
          maxLength={field.maxLength}
          value={String(value ?? '')}
          onCommit={onChange}
        />
      );
  }
}

/** A setting with its control. */
export function SettingRow({ field, saving, label, ...rest }: SettingRowProps) {
  const id = useId();
  const hint = derivedText(`setting.${field.name}.hint`);
  return (
    <RowShell
      labelId={`${id}-label`}
      controlId={id}
      label={label ?? labelOf(field.name)}
      hint={hint}
      saving={saving}
      isStacked={field.kind === 'text'}
    >
      <Control {...rest} field={field} id={id} describedBy={hint && `${id}-hint`} />
    </RowShell>
  );
}
