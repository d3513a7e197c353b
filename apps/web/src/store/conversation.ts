import { topicKey } from './topics';

/** Where messages stand next to each other: a topic of a channel, or the direct messages of some people. */
export type Conversation = TopicConversation | DirectConversation;

export interface TopicConversation {
  readonly kind: 'topic';
  readonly channelId: number;
  readonly topic: string;
}

export interface DirectConversation {
  readonly kind: 'direct';
  readonly key: DirectKey;
}

/** Ids of everybody but oneself, ascending and joined by commas; one's own id for notes to oneself. */
export type DirectKey = string;

/** @param userIds of the participants, with or without oneself */
export function directKey(userIds: Iterable<number>, ownId: number): DirectKey {
  const others = [...new Set(userIds)].filter((id) => id !== ownId).sort((a, b) => a - b);
  return others.length === 0 ? String(ownId) : others.join();
}

/** Everybody but oneself; oneself alone for notes. */
export function usersOf(key: DirectKey): number[] {
  return key.split(',').map(Number);
}

/** The same for two conversations that are one. */
export function conversationKey(conversation: Conversation): string {
  return conversation.kind === 'topic'
    ? `${conversation.channelId}/${topicKey(conversation.topic)}`
    : `dm/${conversation.key}`;
}
