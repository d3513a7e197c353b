import { useState } from 'react';
import { languageInUse } from '../../strings/strings';
import { ts } from '../../strings/settings-strings';
import { UNITS, type Unit, amountOf, amountText, secondsOf } from './limits';

/** What most organizations want, in seconds or days. */
const PRESETS = {
  seconds: [120, 600, 3600, 86_400, 604_800],
  days: [30, 90, 365],
} as const;

const UNLIMITED = 'unlimited';
const CUSTOM = 'custom';

interface LimitFieldProps {
  id: string;
  label: string;
  unit: 'seconds' | 'days';
  /** Null for none. */
  value: number | null;
  isDisabled: boolean;
  onChange: (value: number | null) => void;
}

function presetText(value: number, unit: 'seconds' | 'days'): string {
  return amountText(unit === 'days' ? { amount: value, unit } : amountOf(value), languageInUse());
}

interface CustomProps extends Omit<LimitFieldProps, 'id' | 'value' | 'label'> {
  value: number;
  label: string;
}

/** A number and, where it is no number of days, its unit. */
function CustomLimit({ label, unit, value, isDisabled, onChange }: CustomProps) {
  const [typed, setTyped] = useState<string>();
  const [chosen, setChosen] = useState<Unit>();
  const shown = unit === 'days' ? { amount: value, unit } : amountOf(value);
  const inUnit = unit === 'days' ? 'days' : (chosen ?? shown.unit);
  const change = (text: string, of: Unit): void => {
    setTyped(text);
    const amount = Math.round(Number(text));
    if (text.trim() === '' || !Number.isFinite(amount) || amount < 1) return;
    onChange(unit === 'days' ? amount : secondsOf({ amount, unit: of }));
  };
  const amount = typed ?? String(unit === 'days' ? value : value / UNITS[inUnit]);
  return (
    <>
      <input
        type="number"
        className="input"
        min={1}
        aria-label={ts('limit.amount', { setting: label })}
        disabled={isDisabled}
        value={amount}
        onChange={(event) => change(event.target.value, inUnit)}
      />
      {unit === 'days' ? (
        <span>{ts('limit.days')}</span>
      ) : (
        <select
          className="input select"
          aria-label={ts('limit.unit', { setting: label })}
          disabled={isDisabled}
          value={inUnit}
          onChange={(event) => {
            const next = event.target.value as Unit;
            setChosen(next);
            change(amount, next);
          }}
        >
          <option value="minutes">{ts('limit.minutes')}</option>
          <option value="hours">{ts('limit.hours')}</option>
          <option value="days">{ts('limit.days')}</option>
        </select>
      )}
    </>
  );
}

/** A limit of time: one that most want, none, or any other. */
export function LimitField({ id, label, unit, value, isDisabled, onChange }: LimitFieldProps) {
  const presets: readonly number[] = PRESETS[unit];
  const isPreset = value === null || presets.includes(value);
  const [isCustom, setCustom] = useState(false);
  const choose = (chosen: string): void => {
    setCustom(chosen === CUSTOM);
    if (chosen === CUSTOM) onChange(value ?? presets[0] ?? 1);
    else onChange(chosen === UNLIMITED ? null : Number(chosen));
  };
  const showsCustom = isCustom || !isPreset;
  return (
    <>
      <select
        id={id}
        className="input select"
        disabled={isDisabled}
        value={showsCustom ? CUSTOM : String(value ?? UNLIMITED)}
        onChange={(event) => choose(event.target.value)}
      >
        {presets.map((preset) => (
          <option key={preset} value={preset}>
            {presetText(preset, unit)}
          </option>
        ))}
        <option value={UNLIMITED}>{ts(unit === 'days' ? 'limit.forever' : 'limit.anyTime')}</option>
        <option value={CUSTOM}>{ts('limit.custom')}</option>
      </select>
      {showsCustom && value !== null && (
        <CustomLimit label={label} unit={unit} value={value} isDisabled={isDisabled} onChange={onChange} />
      )}
    </>
  );
}
