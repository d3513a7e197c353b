import type { KeyboardEvent, Ref } from 'react';

interface FilterFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Opens the first that fits. */
  onEnter: () => void;
  className?: string;
  ref?: Ref<HTMLInputElement>;
}

/** The filter above a list: Enter opens the first, Escape empties it before it steps out of anything. */
export function FilterField({ label, value, onChange, onEnter, className, ref }: FilterFieldProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && value.trim() !== '') {
      onEnter();
    } else if (event.key === 'Escape' && value !== '') {
      event.stopPropagation();
      event.nativeEvent.stopImmediatePropagation();
      onChange('');
    }
  };
  return (
    <input
      ref={ref}
      type="search"
      className={className ? `input ${className}` : 'input'}
      aria-label={label}
      placeholder={label}
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}
