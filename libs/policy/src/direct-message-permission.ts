import { GroupGraph, PolicyUser } from './group-membership';

export interface DirectConversation {
  sender: PolicyUser;
  /** Everybody else in the conversation; empty for notes to self. */
  others: readonly PolicyUser[];
  hasEarlierMessages: boolean;
  directMessagePermissionGroup: number;
  directMessageInitiatorGroup: number;
  groups: GroupGraph;
}

export type DirectMessageDecision = 'allowed' | 'disabled' | 'nobody-authorizes' | 'cannot-initiate';

/**
 * The two group checks of a direct message (messages.md 3). They are skipped when the sender is a bot, or every other
 * participant is a bot or the sender.
 */
export function decideDirectMessage(conversation: DirectConversation): DirectMessageDecision {
  const { sender, others, groups } = conversation;
  if (sender.isBot || others.every((other) => other.isBot)) return 'allowed';
  const permission = conversation.directMessagePermissionGroup;
  const authorized = [sender, ...others].some((participant) => groups.isMember(permission, participant));
  if (!authorized) {
    return groups.get(permission)?.name === 'role:nobody' ? 'disabled' : 'nobody-authorizes';
  }
  if (conversation.hasEarlierMessages) return 'allowed';
  return groups.isMember(conversation.directMessageInitiatorGroup, sender) ? 'allowed' : 'cannot-initiate';
}
