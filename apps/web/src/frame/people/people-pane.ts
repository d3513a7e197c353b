import { useState } from 'react';
import { useCommands } from '../../client/commands';
import { showsPeople } from '../../client/device-choices';
import { useMedia } from '../../client/media';
import { useSlice } from '../../store/store';

export interface PeoplePane {
  /** A column of its own, over the middle, or over everything, by the width of the window. */
  readonly kind: 'column' | 'panel' | 'dialog';
  readonly isOpen: boolean;
  /** Grows when the filter shall take the focus. */
  readonly wanted: number;
  setOpen(isOpen: boolean): void;
}

/** Where the list of people stands and whether it is open: the column's state is remembered, what lies over is closed first. */
export function usePeoplePane(): PeoplePane {
  const isWide = useMedia('(width >= 1200px)');
  const isMedium = useMedia('(width >= 768px)');
  const isColumnShown = useSlice(showsPeople, (shown) => shown);
  const [isOver, setOver] = useState(false);
  const [wanted, setWanted] = useState(0);
  const setOpen = (isOpen: boolean): void => {
    if (isWide) showsPeople.set(isOpen);
    else setOver(isOpen);
  };
  useCommands({
    filterPeople: () => {
      setOpen(true);
      setWanted((count) => count + 1);
    },
  });
  const kind = isWide ? 'column' : isMedium ? 'panel' : 'dialog';
  return { kind, isOpen: isWide ? isColumnShown : isOver, wanted, setOpen };
}
