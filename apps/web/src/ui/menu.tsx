import * as Radix from '@radix-ui/react-dropdown-menu';
import { Check, type LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import './layers.css';

interface MenuProps {
  /** The button that opens it; it takes part in the menu's focus and state. */
  trigger: ReactElement;
  /** Its name for screen readers; the trigger's unless given. */
  label?: string;
  align?: 'start' | 'center' | 'end';
  /** Open from the beginning: for menus that are loaded when they are asked for. */
  isOpenAtFirst?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  children: ReactNode;
}

/** What one can do with something: arrows move, letters find, Escape closes and gives the focus back. */
export function Menu({ trigger, label, align = 'end', isOpenAtFirst, onOpenChange, children }: MenuProps) {
  return (
    <Radix.Root defaultOpen={isOpenAtFirst} onOpenChange={onOpenChange} modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="menu"
          align={align}
          sideOffset={4}
          collisionPadding={8}
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
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon: Icon, shortcut, kind, disabled, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item className="menu-item" data-kind={kind} disabled={disabled} onSelect={onSelect}>
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
