import type { Narrow } from '../narrow/terms';
import { Store } from '../store/store';

/** A card about somebody or a group, beside what asked for it. */
export interface OpenCard {
  readonly kind: 'user' | 'group';
  readonly id: number;
  /** What was pressed: the card stands beside it and gives the focus back to it. */
  readonly anchor: Element;
  /** The message that it was opened from, and the view that shows it: one can reply from there. */
  readonly from?: { readonly messageId: number; readonly view: Narrow };
}

/** The card that is open. It stands apart from the row that opened it, which may leave the screen. */
export const openCard = new Store<OpenCard | undefined>(undefined);

/** A dialog about people, or about leaving. */
export type PeopleDialog = { readonly kind: 'status' | 'signOut' } | { readonly kind: 'mute'; readonly userId: number };

/** The one that is open. */
export const peopleDialog = new Store<PeopleDialog | undefined>(undefined);
