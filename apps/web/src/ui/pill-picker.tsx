import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { t } from '../strings/strings';
import './pill-picker.css';

export interface Pill {
  readonly key: string;
  readonly text: string;
  /** Stands before the text. */
  readonly picture?: ReactNode;
  /** Said after the text in the list of what may be added. */
  readonly note?: string;
}

interface PillPickerProps {
  id?: string;
  label: string;
  chosen: readonly Pill[];
  /** What may be added for what was typed, the best first; short. */
  find: (typed: string) => readonly Pill[];
  onAdd: (key: string) => void;
  onRemove: (key: string) => void;
  isDisabled?: boolean;
  placeholder?: string;
  describedBy?: string;
  autoFocus?: boolean;
}

interface OptionsProps {
  id: string;
  label: string;
  options: readonly Pill[];
  active: number;
  onPick: (option: Pill) => void;
}

function Options({ id, label, options, active, onPick }: OptionsProps) {
  return (
    <ul className="pill-options" role="listbox" id={id} aria-label={label}>
      {options.map((option, index) => (
        <li
          key={option.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // The input keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(option)}
        >
          {option.picture}
          <bdi>{option.text}</bdi>
          {option.note && <span className="pill-note">{option.note}</span>}
        </li>
      ))}
    </ul>
  );
}

function Pills({ chosen, onRemove }: { chosen: readonly Pill[]; onRemove?: (key: string) => void }) {
  return chosen.map((pill) => (
    <span className="pill" key={pill.key}>
      {pill.picture}
      <bdi>{pill.text}</bdi>
      {onRemove && (
        <button type="button" aria-label={t('pills.remove', { name: pill.text })} onClick={() => onRemove(pill.key)}>
          <X size="0.875em" aria-hidden="true" />
        </button>
      )}
    </span>
  ));
}

const COMBOBOX = { role: 'combobox', 'aria-autocomplete': 'list', autoComplete: 'off' } as const;

/** Several of many, as pills, with an input that finds more: arrows and Enter choose, Backspace takes the last away. */
export function PillPicker(props: PillPickerProps) {
  const { id, label, chosen, find, onAdd, onRemove, isDisabled, placeholder, describedBy, autoFocus } = props;
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const taken = new Set(chosen.map(({ key }) => key));
  const options = isOpen ? find(typed).filter(({ key }) => !taken.has(key)) : [];
  const current = Math.min(active, options.length - 1);
  const type = (text: string): void => {
    setTyped(text);
    setActive(0);
    setOpen(true);
  };
  const pick = (option: Pill): void => {
    onAdd(option.key);
    type('');
    // What stands below must not stay covered.
    setOpen(false);
  };
  const move = (event: KeyboardEvent, step: number): void => {
    event.preventDefault();
    setOpen(true);
    setActive((current + step + options.length) % Math.max(1, options.length));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter ends the writing of a word in some languages.
    if (event.nativeEvent.isComposing) return;
    const [option, last] = [options[current], chosen.at(-1)];
    if (event.key === 'ArrowDown') move(event, 1);
    else if (event.key === 'ArrowUp') move(event, -1);
    else if (event.key === 'Enter') {
      event.preventDefault();
      if (option) pick(option);
    } else if (event.key === 'Escape' && options.length > 0) {
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === 'Backspace' && typed === '' && last) onRemove(last.key);
  };
  return (
    <div className="pill-picker" data-disabled={isDisabled || undefined}>
      <div className="pills">
        <Pills chosen={chosen} onRemove={isDisabled ? undefined : onRemove} />
        {!isDisabled && (
          <input
            id={id}
            {...COMBOBOX}
            aria-label={label}
            aria-expanded={options.length > 0}
            aria-controls={listId}
            aria-activedescendant={options[current] ? `${listId}-${current}` : undefined}
            aria-describedby={describedBy}
            placeholder={placeholder}
            autoFocus={autoFocus}
            value={typed}
            onChange={(event) => type(event.target.value)}
            onFocus={() => setOpen(true)}
            onClick={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            onKeyDown={onKeyDown}
          />
        )}
      </div>
      {options.length > 0 && <Options id={listId} label={label} options={options} active={current} onPick={pick} />}
      <span className="visually-hidden" role="status">
        {isOpen && typed !== '' && t('pills.found', { count: options.length })}
      </span>
    </div>
  );
}
