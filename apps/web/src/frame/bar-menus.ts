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

/** The menu beside another; the last one leads to the first. */
export function menuBeside(menu: BarMenu, step: 1 | -1): BarMenu {
  const { length } = BAR_MENUS;
  return BAR_MENUS[(BAR_MENUS.indexOf(menu) + step + length) % length] ?? menu;
}
