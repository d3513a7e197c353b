import { Store } from '../../store/store';

/** A dialog about a topic. */
export interface ConversationDialog {
  readonly kind: 'move' | 'delete';
  readonly channelId: number;
  readonly topic: string;
}

/** The one that is open. It stands apart from the row that asked for it, which may leave the screen. */
export const conversationDialog = new Store<ConversationDialog | undefined>(undefined);
