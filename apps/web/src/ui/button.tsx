import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import './ui.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'primary' | 'quiet' | 'danger';
  ref?: Ref<HTMLButtonElement>;
}

/** A button with words. */
export function Button({ kind, className, type = 'button', ...rest }: ButtonProps) {
  return <button {...rest} type={type} data-kind={kind} className={className ? `button ${className}` : 'button'} />;
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> {
  /** What it does, with its state where it has one: its name for screen readers, and its tooltip. */
  label: string;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** A button that only shows a picture. */
export function IconButton({ label, children, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      className={className ? `icon-button ${className}` : 'icon-button'}
    >
      {children}
    </button>
  );
}
