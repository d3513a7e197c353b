import { type KeyboardEvent, useEffect, useId, useState } from 'react';

interface ListboxOptions {
  count: number;
  /** Of the list, for screen readers. */
  label: string;
  /** The text that the options answer: the first one is preselected again when it changes. */
  of: string;
  onPick: (position: number, event: { shiftKey: boolean; key?: string }) => void;
}

/** A field with options below it: arrows move, Enter and Tab take, the focus stays in the field (web-details.md I). */
export function useListbox({ count, label, of, onPick }: ListboxOptions) {
  const id = useId();
  const [chosen, setChosen] = useState({ of, position: 0 });
  const position = chosen.of === of ? Math.min(chosen.position, Math.max(0, count - 1)) : 0;
  const optionId = (index: number): string => `${id}-${index}`;
  useEffect(() => {
    document.getElementById(`${id}-${position}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, position]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || count === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen({ of, position: (position + step + count) % count });
    } else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) {
      event.preventDefault();
      onPick(position, event);
    }
  };
  return {
    position,
    inputProps: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': count > 0,
      'aria-controls': id,
      'aria-activedescendant': count > 0 ? optionId(position) : undefined,
      autoComplete: 'off',
      spellCheck: false,
      onKeyDown,
    } as const,
    listProps: { id, role: 'listbox', 'aria-label': label } as const,
    optionProps: (index: number) =>
      ({
        id: optionId(index),
        role: 'option',
        'aria-selected': index === position,
        // The field keeps the focus.
        onPointerDown: (event: { preventDefault(): void }) => event.preventDefault(),
        onClick: (event: { shiftKey: boolean }) => onPick(index, event),
      }) as const,
  };
}
