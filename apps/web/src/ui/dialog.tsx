import * as Radix from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../strings/strings';
import { IconButton } from './button';
import { useFocusReturn } from './focus-return';
import './layers.css';

interface DialogProps {
  title: string;
  /** Said after the title; nothing unless the dialog needs an explanation. */
  description?: ReactNode;
  /** Closed by Escape, by a click outside and by its cross. */
  onClose: () => void;
  /** The focus is about to return to where it was; who prevents that takes care of it. */
  onClosed?: (event: Event) => void;
  /** `page` takes most of the window, all of a small one, and its content scrolls by itself. */
  size?: 'small' | 'medium' | 'large' | 'page';
  /** There is nothing inside to press: what is too long is scrolled by keys all the same. */
  isOnlyRead?: boolean;
  /** Buttons at the end. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** What wants the focus gets it; else the dialog itself, so that Tab begins at its top. */
export function focusFirst(event: Event): void {
  event.preventDefault();
  const { target } = event;
  if (target instanceof HTMLElement) (target.querySelector<HTMLElement>('[data-autofocus]') ?? target).focus();
}

/** A dialog over everything, open as long as it is there: it holds the focus and gives it back. */
export function Dialog({
  title,
  description,
  onClose,
  onClosed,
  size = 'medium',
  isOnlyRead,
  actions,
  children,
}: DialogProps) {
  const onCloseAutoFocus = useFocusReturn(onClosed);
  return (
    <Radix.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="overlay" />
        <Radix.Content
          className="dialog"
          data-size={size}
          onOpenAutoFocus={focusFirst}
          onCloseAutoFocus={onCloseAutoFocus}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className="dialog-head">
            <Radix.Title>{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label={t('dialog.close')}>
                <X size="1.125rem" aria-hidden="true" />
              </IconButton>
            </Radix.Close>
          </header>
          <div className="dialog-body" tabIndex={isOnlyRead ? 0 : undefined}>
            {description && <Radix.Description className="dialog-description">{description}</Radix.Description>}
            {children}
          </div>
          {actions && <footer className="dialog-actions">{actions}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
