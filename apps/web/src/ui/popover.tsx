import * as Radix from '@radix-ui/react-popover';
import type { ReactElement, ReactNode } from 'react';
import './layers.css';

interface PopoverProps {
  trigger: ReactElement;
  /** What it is about, for screen readers. */
  label: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  isOpenAtFirst?: boolean;
  /** Given by an owner that closes it itself. */
  open?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  children: ReactNode;
}

/** A small card beside what opened it: it holds the focus, and gives it back when it closes. */
export function Popover({
  trigger,
  label,
  side,
  align = 'start',
  isOpenAtFirst,
  open,
  onOpenChange,
  children,
}: PopoverProps) {
  return (
    <Radix.Root open={open} defaultOpen={isOpenAtFirst} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="popover"
          aria-label={label}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
