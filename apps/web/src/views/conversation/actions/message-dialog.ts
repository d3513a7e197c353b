import { Store } from '../../../store/store';

/** A dialog about a message. */
export interface MessageDialog {
  readonly kind:
    | ('delete' | 'history' | 'read-receipts' | 'reactions' | 'react' | 'source' | 'report' | 'move' | 'remind')
    /** Asks before many messages become unread again. */
    | 'mark-unread';
  readonly messageId: number;
}

/** The one that is open. It stands apart from the row, which may leave the screen. */
export const messageDialog = new Store<MessageDialog | undefined>(undefined);

/** The message whose menu a key or a long press asks for. */
export const menuWanted = new Store<number | undefined>(undefined);
