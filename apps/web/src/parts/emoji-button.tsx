import { type ReactElement, lazy, useState } from 'react';
import type { EmojiChoice } from './emoji-search';
import { Opening } from './opening';

const EmojiPopover = lazy(() => import('./emoji-popover'));

interface EmojiButtonProps {
  /** The button, which calls `open` when it is pressed. */
  button: (open: () => void) => ReactElement;
  label: string;
  align?: 'start' | 'end';
  onOpenChange?: (isOpen: boolean) => void;
  onChoose: (choice: EmojiChoice) => void;
}

/** A button that opens all emoji, which are loaded then. */
export function EmojiButton({ button, ...popover }: EmojiButtonProps) {
  const [isAsked, setAsked] = useState(false);
  const ask = (next: boolean): void => {
    setAsked(next);
    popover.onOpenChange?.(next);
  };
  const trigger = button(() => ask(true));
  return (
    <Opening button={trigger} isAsked={isAsked} onDrop={() => ask(false)}>
      <EmojiPopover trigger={trigger} {...popover} />
    </Opening>
  );
}
