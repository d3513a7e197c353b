import { Store } from '../../store/store';

/** A dialog about a topic. */
export interface TopicDialog {
  readonly kind: 'move' | 'delete';
  readonly channelId: number;
  readonly topic: string;
}

/** A dialog that a menu opens: about a topic, a channel, or all stars. */
export type ConversationDialog =
  TopicDialog | { readonly kind: 'folder'; readonly channelId: number } | { readonly kind: 'unstar' };

/** The one that is open. It stands apart from the row that asked for it, which may leave the screen. */
export const conversationDialog = new Store<ConversationDialog | undefined>(undefined);
