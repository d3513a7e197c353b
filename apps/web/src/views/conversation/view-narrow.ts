import { createContext, useContext } from 'react';
import type { Narrow } from '../../narrow/terms';

/** The narrow that a list of messages shows. */
export const ViewNarrow = createContext<Narrow>([]);

export function useViewNarrow(): Narrow {
  return useContext(ViewNarrow);
}
