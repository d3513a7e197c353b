import { ArchiveBuilder } from '../conversion/archive-builder';
import { ZulipContext, messageId } from './zulip-context';

/**
 * When users were in channels, from which messages they have: a run of messages without a gap is one span. So what they
 * hold here is what they held there, whatever the export says, or does not, of subscriptions in the past.
 */
export class ZulipMembership {
  /** By recipient: users whose span is open, with its beginning. */
  private readonly open = new Map<number, Map<number, number>>();

  constructor(
    private readonly context: Pick<ZulipContext, 'users' | 'subscribed' | 'channelOfRecipient'> & {
      builder: ArchiveBuilder;
    },
  ) {}

  /** A channel's messages, ascending. @param holders who has it since it was sent */
  async note(recipientId: number, zulipId: number, holders: ReadonlySet<number>): Promise<void> {
    const boundary = messageId(zulipId) - 1;
    const open = this.open.get(recipientId) ?? new Map<number, number>();
    this.open.set(recipientId, open);
    for (const [userId, first] of open) {
      if (holders.has(userId) || this.isIdle(userId, zulipId)) continue;
      open.delete(userId);
      await this.addSpan(userId, recipientId, first, boundary);
    }
    for (const userId of holders) if (!open.has(userId)) open.set(userId, boundary);
  }

  /** Whose rows of messages are made only when they come back. */
  private isIdle(userId: number, zulipId: number): boolean {
    const since = this.context.users.get(userId)?.idleSince ?? null;
    return since !== null && zulipId > since;
  }

  /** @param end lies after all messages */
  async finish(end: number): Promise<void> {
    const { channelOfRecipient, subscribed, users } = this.context;
    for (const recipientId of channelOfRecipient.keys()) {
      const open = this.open.get(recipientId) ?? new Map<number, number>();
      for (const [userId, { isActive }] of users) {
        const isSubscribed = subscribed.has(`${userId}:${recipientId}`);
        const first = open.get(userId);
        if (first !== undefined) await this.addSpan(userId, recipientId, first, isSubscribed && isActive ? null : end);
        if (isSubscribed && (first === undefined || !isActive)) {
          await this.addSpan(userId, recipientId, end, null, isActive);
        }
      }
    }
  }

  private addSpan(
    userId: number,
    recipientId: number,
    first: number,
    last: number | null,
    isActive = true,
  ): Promise<void> {
    return this.context.builder.add('membership_span', {
      user_id: userId,
      recipient_id: recipientId,
      first_message_id: first,
      last_message_id: last,
      is_active: isActive,
    });
  }
}
