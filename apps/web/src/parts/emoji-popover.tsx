import { type ReactElement, useState } from 'react';
import { Popover } from '../ui/popover';
import { EmojiPicker } from './emoji-picker';
import type { EmojiChoice } from './emoji-search';

interface EmojiPopoverProps {
  trigger: ReactElement;
  label: string;
  align?: 'start' | 'end';
  onOpenChange?: (isOpen: boolean) => void;
  onChoose: (choice: EmojiChoice) => void;
}

/** All emoji beside the button that asks for them; choosing closes it, unless Shift is held. */
export default function EmojiPopover({ trigger, label, align = 'end', onOpenChange, onChoose }: EmojiPopoverProps) {
  const [isOpen, setOpen] = useState(true);
  const change = (next: boolean): void => {
    setOpen(next);
    onOpenChange?.(next);
  };
  return (
    <Popover trigger={trigger} label={label} align={align} open={isOpen} onOpenChange={change}>
      <EmojiPicker
        onChoose={(choice, keepsOpen) => {
          if (!keepsOpen) change(false);
          onChoose(choice);
        }}
      />
    </Popover>
  );
}
