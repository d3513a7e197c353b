import type { MouseEvent, ReactNode } from 'react';
import { hash } from '../../client/location';
import { useSlice } from '../../store/store';

interface SidebarLinkProps {
  href: string;
  children: ReactNode;
  /** For links that show a picture only. */
  label?: string;
  isNested?: boolean;
  isFaded?: boolean;
  /** Before the link opens. */
  onClick?: (event: MouseEvent) => void;
}

export function SidebarLink({ href, children, label, isNested, isFaded, onClick }: SidebarLinkProps) {
  const isCurrent = useSlice(hash, (current) => current === href);
  return (
    <a
      className="sidebar-link"
      href={href}
      data-row
      onClick={onClick}
      title={label}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      data-nested={isNested || undefined}
      data-faded={isFaded || undefined}
    >
      {children}
    </a>
  );
}
