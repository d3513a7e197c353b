/** Kinds of conversations whose messages go with an account (users.md 4). */
export interface MessageKinds {
  publicChannels: boolean;
  privateChannels: boolean;
  direct: boolean;
}

/**
 * Whether messages of a conversation are among the kinds.
 * @param channel where they are; null for a direct conversation. What everybody on the web reads is public.
 */
export function isChosenConversation(kinds: MessageKinds, channel: { inviteOnly: boolean } | null): boolean {
  if (channel === null) return kinds.direct;
  return channel.inviteOnly ? kinds.privateChannels : kinds.publicChannels;
}
