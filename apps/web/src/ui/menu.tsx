import * as Radix from '@radix-ui/react-dropdown-menu';
import { Check, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, type ReactNode, useRef } from 'react';
import './layers.css';

interface MenuProps {
  /** The button that opens it; it takes part in the menu's focus and state. */
  trigger: ReactElement;
  /** Its name for screen readers; the trigger's unless given. */
  label?: string;
  align?: 'start' | 'center' | 'end';
  /** Open from the beginning: for menus that are loaded when they are asked for. */
  isOpenAtFirst?: boolean;
  /** Whoever opens and closes it; by itself unless given. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** An arrow leads to the menu beside it, which takes the focus. */
  onSideways?: (step: 1 | -1) => void;
  children: ReactNode;
}

/** Where one writes. */
const WRITING = 'input, textarea';

/** Arrows that lead to a menu beside this one; who goes there takes the focus along, as does who begins to write. */
function useLeaving(onSideways: MenuProps['onSideways']) {
  const hasLeft = useRef(false);
  return {
    onKeyDown: ({ key }: KeyboardEvent): void => {
      if (!onSideways || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return;
      hasLeft.current = true;
      onSideways(key === 'ArrowRight' ? 1 : -1);
    },
    onCloseAutoFocus: (event: Event): void => {
      if (hasLeft.current || document.activeElement?.matches(WRITING)) event.preventDefault();
      hasLeft.current = false;
    },
  };
}

/** What one can do with something: arrows move, letters find, Escape closes and gives the focus back. */
export function Menu({ trigger, label, align = 'end', children, ...rest }: MenuProps) {
  const { isOpenAtFirst, isOpen, onOpenChange, onSideways } = rest;
  const leaving = useLeaving(onSideways);
  return (
    <Radix.Root defaultOpen={isOpenAtFirst} open={isOpen} onOpenChange={onOpenChange} modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="menu"
          align={align}
          sideOffset={4}
          collisionPadding={8}
          {...leaving}
          {...(label === undefined ? {} : { 'aria-label': label, 'aria-labelledby': undefined })}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuItemProps {
  icon?: LucideIcon;
  /** The key that does the same. */
  shortcut?: string;
  kind?: 'danger';
  disabled?: boolean;
  /** The menu stays open: what it does is done several times. */
  staysOpen?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon: Icon, shortcut, kind, disabled, staysOpen, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item
      className="menu-item"
      data-kind={kind}
      disabled={disabled}
      onSelect={(event) => {
        if (staysOpen) event.preventDefault();
        onSelect();
      }}
    >
      <span className="menu-icon">{Icon && <Icon size="1rem" aria-hidden="true" />}</span>
      <span className="menu-text">{children}</span>
      {shortcut && <kbd aria-hidden="true">{shortcut}</kbd>}
    </Radix.Item>
  );
}

interface MenuChoicesProps {
  /** What is chosen. */
  label: string;
  value: string;
  choices: readonly { readonly value: string; readonly text: string }[];
  onChoose: (value: string) => void;
}

/** One of several. */
export function MenuChoices({ label, value, choices, onChoose }: MenuChoicesProps) {
  return (
    <Radix.RadioGroup aria-label={label} value={value} onValueChange={onChoose}>
      <Radix.Label className="menu-label">{label}</Radix.Label>
      {choices.map((choice) => (
        <Radix.RadioItem key={choice.value} className="menu-item" value={choice.value}>
          <span className="menu-icon">
            <Radix.ItemIndicator>
              <Check size="1rem" aria-hidden="true" />
            </Radix.ItemIndicator>
          </span>
          <span className="menu-text">{choice.text}</span>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

export function MenuLine() {
  return <Radix.Separator className="menu-line" />;
}
