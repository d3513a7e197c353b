import type { ReactNode } from 'react';
import { UnreadCount } from '../../parts/count';
import { foldedInSidebar, toggleFolded } from '../../parts/folded';
import { useSlice } from '../../store/store';

/** Whether a section is folded in this browser. */
export function useFolded(key: string): boolean {
  return useSlice(foldedInSidebar, (keys) => keys.includes(key));
}

interface SectionToggleProps {
  sectionKey: string;
  title: string;
  /** Of all its rows: shown while they are not. */
  unread: number;
  /** What stands beside the title. */
  children?: ReactNode;
}

/** The heading of a section, which folds it. */
export function SectionToggle({ sectionKey, title, unread, children }: SectionToggleProps) {
  const isFolded = useFolded(sectionKey);
  return (
    <h2 className="sidebar-heading">
      <button
        type="button"
        className="section-toggle"
        aria-expanded={!isFolded}
        onClick={() => toggleFolded(foldedInSidebar, sectionKey)}
      >
        <bdi>{title}</bdi>
        {isFolded && <UnreadCount count={unread} />}
      </button>
      {children}
    </h2>
  );
}
