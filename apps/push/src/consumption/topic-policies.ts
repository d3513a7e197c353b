import { TopicPolicyChanged } from './push-changes';

/** A message where it was sent. */
export interface PlacedInTopic {
  seq: number;
  channelId: number | null;
  topic: string;
}

/**
 * Which topic policies of a batch came with a message or after it: facts are read when all of it has happened, but whom a
 * message makes follow its topic did not follow it before.
 */
export class TopicPolicies {
  /** Last changes by topic and user. */
  private readonly changed = new Map<string, Map<number, number>>();

  constructor(changes: readonly TopicPolicyChanged[]) {
    for (const { seq, channelId, topic, userIds } of changes) {
      const key = keyOf(channelId, topic);
      const users = this.changed.get(key) ?? new Map<number, number>();
      this.changed.set(key, users);
      for (const userId of userIds) users.set(userId, seq);
    }
  }

  /** Whether the policy that the user has now is newer than the message. */
  isNewer(userId: number, { seq, channelId, topic }: PlacedInTopic): boolean {
    if (channelId === null) return false;
    const changedAt = this.changed.get(keyOf(channelId, topic))?.get(userId);
    return changedAt !== undefined && changedAt >= seq;
  }
}

function keyOf(channelId: number, topic: string): string {
  return `${channelId}:${topic.toLowerCase()}`;
}
