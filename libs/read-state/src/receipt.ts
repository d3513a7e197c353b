import { MembershipHistory } from './membership';

/** What a message says about itself, to every reader. */
export interface StoredMessage {
  id: number;
  /** Where it is now. */
  recipientId: number;
  /** Where it was first sent. */
  originRecipientId: number;
  isDirect: boolean;
  /** Its moves between channels, ascending. */
  moves: readonly MessageMove[];
  /** A channel wildcard mention: who received it when it was sent has the flag. */
  channelWildcard: boolean;
  /** Unread only for holders of a row with `unread_notice`. */
  isReadByDefault: boolean;
}

export interface MessageMove {
  /** Drawn from the message sequence. */
  id: number;
  toRecipientId: number;
  /** The destination's history was protected: its subscribers got what they did not hold, as read. */
  toProtected: boolean;
}

/** `original`: holds it since it was sent; `protected-move`: got it as a subscriber of a protected destination. */
export type Receipt = 'none' | 'original' | 'protected-move';

/**
 * Whether a user received a channel message, without any row that says so: a span of the origin covers it, and after
 * each move only current subscribers of the destination keep it; a protected destination gives it to all of them.
 */
export function receiptOf(history: MembershipHistory, message: StoredMessage): Receipt {
  let receipt: Receipt = history.wasRecipient(message.originRecipientId, message.id) ? 'original' : 'none';
  for (const move of message.moves) {
    if (!history.wasSubscribed(move.toRecipientId, move.id)) receipt = 'none';
    else if (receipt === 'none' && move.toProtected) receipt = 'protected-move';
  }
  return receipt;
}
