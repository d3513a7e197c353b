import type { ReactElement } from 'react';

/** What a menu of the top bar needs to be opened by its button, by keys, and from the one beside it. */
export interface BarMenuProps {
  trigger: ReactElement;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onSideways: (step: 1 | -1) => void;
}

/** In the order of the bar. */
const BAR_MENUS = ['help', 'gear', 'personal'] as const;
export type BarMenu = (typeof BAR_MENUS)[number];

/** Windows whose bar has no room for the menu of help: its items stand in the gear menu (frame.css). */
export const WITHOUT_HELP = '(width < 576px)';

/** The menu beside another of those whose buttons are there; the last one leads to the first. */
export function menuBeside(menu: BarMenu, step: 1 | -1, { hasHelp }: { hasHelp: boolean }): BarMenu {
  const shown = BAR_MENUS.filter((name) => hasHelp || name !== 'help');
  return shown[(shown.indexOf(menu) + step + shown.length) % shown.length] ?? menu;
}
