import { type ReactElement, Suspense, lazy, useState } from 'react';
import type { EmojiChoice } from './emoji-search';

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
  const trigger = button(() => setAsked(true));
  if (!isAsked) return trigger;
  return (
    <Suspense fallback={trigger}>
      <EmojiPopover trigger={trigger} {...popover} />
    </Suspense>
  );
}
