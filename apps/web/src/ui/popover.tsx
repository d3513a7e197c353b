import * as Radix from '@radix-ui/react-popover';
import { type ReactElement, type ReactNode, useRef } from 'react';
import './layers.css';

interface PopoverProps {
  /** What opens it; for those that something else opens there is an anchor. */
  trigger?: ReactElement;
  /** What it stands beside. It may leave the screen meanwhile. */
  anchor?: Element;
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

/** Gives the focus back to what opened a card, or to what stands around it if that has gone. */
function focusAgain(anchor: Element): void {
  const target = anchor.isConnected ? anchor : document.querySelector('main');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

/** A small card beside what opened it: it holds the focus, and gives it back when it closes. */
export function Popover(props: PopoverProps) {
  const { trigger, anchor, label, side, align = 'start', isOpenAtFirst, open, onOpenChange, children } = props;
  const isLeft = useRef(false);
  return (
    <Radix.Root open={open} defaultOpen={isOpenAtFirst} onOpenChange={onOpenChange}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      {anchor && <Radix.Anchor virtualRef={{ current: anchor }} />}
      <Radix.Portal>
        <Radix.Content
          className="popover"
          aria-label={label}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onInteractOutside={() => {
            isLeft.current = true;
          }}
          onCloseAutoFocus={(event) => {
            if (!anchor) return;
            event.preventDefault();
            // Whoever clicked elsewhere has chosen where to go on.
            if (!isLeft.current) focusAgain(anchor);
          }}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
