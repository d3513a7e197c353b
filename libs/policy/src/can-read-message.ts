import { ChannelViewer, PolicyChannel, canAccessChannelContent, hasSharedHistory } from './channel-access';

/** A message as its access rule sees it, together with what its would-be reader holds of it. */
export interface PolicyMessage {
  realmId: number;
  /** The channel that it is in now; null for a direct message. */
  channel: PolicyChannel | null;
  /** The reader received it, or flagged it later: what the API calls having a row (messages.md 1, "Receipts"). */
  isHeld: boolean;
}

/** `isSubscribed` is about the message's present channel; it plays no part for direct messages. */
export interface MessageViewer extends ChannelViewer {
  realmId: number;
}

/**
 * Access to one message (messages.md 1), the only copy of the rule: fetching, flags, reactions, search, events, push
 * and attachments ask it. Users who may not read it get `Invalid message(s)`, as if it did not exist.
 */
export function canReadMessage(message: PolicyMessage, viewer: MessageViewer): boolean {
  if (message.realmId !== viewer.realmId) return false;
  if (!message.channel) return message.isHeld;
  return canAccessChannelContent(message.channel, viewer) && (hasSharedHistory(message.channel) || message.isHeld);
}

/**
 * Who may open an uploaded file that a message shows, and use it in own messages (messages.md 15): everybody who can read
 * the message, and everybody who received it, even if they have lost access to the channel since. Its owner always may.
 */
export function canOpenAttachment(message: PolicyMessage, viewer: MessageViewer): boolean {
  return (message.isHeld && message.realmId === viewer.realmId) || canReadMessage(message, viewer);
}

/** Edit, delete, react, submessage, typing in an edit: what can be read, except in archived channels. */
export function canModifyMessage(message: PolicyMessage, viewer: MessageViewer): boolean {
  return message.channel?.isArchived !== true && canReadMessage(message, viewer);
}
