import { useState } from 'react';
import { showsSidebar } from '../../client/device-choices';
import { useMedia } from '../../client/media';
import { useSlice } from '../../store/store';

/** Whether the ways to views and channels are open: at the side of a wide window, over a narrow one. */
export interface SidebarPane {
  readonly isOver: boolean;
  readonly isOpen: boolean;
  setOpen(isOpen: boolean): void;
}

/** What stands at the side is remembered; what lies over the view is closed first, and again when it has led somewhere. */
export function useSidebarPane(): SidebarPane {
  const isOver = useMedia('(width < 768px)');
  const isShown = useSlice(showsSidebar, (shown) => shown);
  const [isOpenOver, setOpenOver] = useState(false);
  return { isOver, isOpen: isOver ? isOpenOver : isShown, setOpen: isOver ? setOpenOver : showsSidebar.set };
}
