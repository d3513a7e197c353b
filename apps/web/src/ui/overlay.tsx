import * as Radix from '@radix-ui/react-dialog';
import type { ReactNode } from 'react';
import { focusFirst } from './dialog';
import { useFocusReturn } from './focus-return';
import './layers.css';

interface OverlayProps {
  /** For screen readers: nothing on the screen says it. */
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog without head and buttons: what is in it says enough. */
export function Overlay({ label, onClose, children }: OverlayProps) {
  const onCloseAutoFocus = useFocusReturn();
  return (
    <Radix.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="overlay" />
        <Radix.Content
          className="dialog"
          data-size="palette"
          aria-describedby={undefined}
          onOpenAutoFocus={focusFirst}
          onCloseAutoFocus={onCloseAutoFocus}
        >
          <Radix.Title className="visually-hidden">{label}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
