import { Injectable } from '@nestjs/common';
import { DomainError, badRequest, invalidChannelId } from '@stoa/errors';
import { ChannelMembers, DirectoryChannel, DirectoryUser } from '@stoa/directory';
import {
  MOVE_GRACE_SECONDS,
  canAccessChannelContent,
  canCreateTopic,
  canMoveBetweenTopics,
  canMoveOutOfChannel,
  canResolveTopics,
  decidePost,
  isExemptFromMoveLimits,
  isWithinLimit,
  strictestMoveLimit,
} from '@stoa/policy';
import { mayNotCreateTopics } from '../../send/storing/topic-check';
import { policyUser } from '../../access/policy-user';
import { EditPlan } from './edit-rules';
import { EditRepository, TopicMessage } from './edit.repository';
import { EditFacts, secondsOf } from './edit-facts';

/** Whether a move may be made, besides being a meaningful edit (messages.md 5.1 steps 9 to 12, 5.2, 5.3). */
@Injectable()
export class MoveChecks {
  constructor(private readonly repository: EditRepository) {}

  /** @throws DomainError `Invalid channel ID` */
  async destination({ view, user, groups }: EditFacts, channelId: number): Promise<ChannelMembers> {
    const channel = (await view.channels()).byId.get(channelId);
    if (!channel || channel.isArchived) throw invalidChannelId();
    const members = await view.members(channelId);
    const viewer = { user, isSubscribed: members.isSubscribed(user.userId), groups: groups.graph };
    if (members.channel.isArchived || !canAccessChannelContent(members.channel, viewer)) {
      throw invalidChannelId();
    }
    return members;
  }

  /**
   * A move into a topic that has no message yet begins it; resolving a topic does not (channels.md 2.1).
   * @throws DomainError `You do not have permission to create new topics in this channel.`
   */
  async newTopic(facts: EditFacts, plan: EditPlan, channel: DirectoryChannel, topic: string): Promise<void> {
    if (plan.topic === null && plan.channelId === null) return;
    if (plan.isResolveToggle && plan.channelId === null) return;
    const owner = activeOwner(facts);
    const { user, groups } = facts;
    if (canCreateTopic(channel, { user, groups: groups.graph, botOwner: owner && policyUser(owner) })) return;
    const place = { recipientId: channel.recipientId, topic, receivedBy: null };
    if (!(await this.repository.topicHasMessages(facts.tx, place))) throw mayNotCreateTopics();
  }

  /** Permission in either channel suffices. @throws DomainError with the texts of messages.md 5.2 */
  topic(facts: EditFacts, plan: EditPlan, channels: readonly DirectoryChannel[], sentAt: number): void {
    const { moderator, settings } = facts;
    if (plan.isResolveToggle) {
      if (channels.some((channel) => canResolveTopics(channel, moderator))) return;
      throw badRequest("You don't have permission to resolve topics in this channel.");
    }
    if (!channels.some((channel) => canMoveBetweenTopics(channel, moderator))) {
      throw badRequest("You don't have permission to edit this message");
    }
    if (!this.isInTime(facts, sentAt, settings.moveWithinChannelLimitSeconds)) {
      throw badRequest("The time limit for editing this message's topic has passed.");
    }
  }

  /** @throws DomainError with the texts of messages.md 5.3 */
  channel(facts: EditFacts, source: DirectoryChannel, destination: ChannelMembers, sentAt: number): void {
    const { moderator, settings } = facts;
    if (!canMoveOutOfChannel(source, moderator)) throw badRequest("You don't have permission to move this message");
    if (!this.mayPost(facts, destination)) throw badRequest('You do not have permission to post in this channel.');
    if (!this.isInTime(facts, sentAt, settings.moveBetweenChannelsLimitSeconds)) {
      throw badRequest("The time limit for editing this message's channel has passed");
    }
  }

  /**
   * A whole topic whose older part is beyond the limits is not moved (messages.md 5.3).
   * @param accessible the topic's messages that the user can read, ascending
   * @throws DomainError MOVE_MESSAGES_TIME_LIMIT_EXCEEDED
   */
  wholeTopic(facts: EditFacts, plan: EditPlan, accessible: readonly TopicMessage[]): void {
    if (plan.mode !== 'change_all' || isExemptFromMoveLimits(facts.user)) return;
    const changes = {
      changesTopic: plan.topic !== null && !plan.isResolveToggle,
      changesChannel: plan.channelId !== null,
    };
    const limit = strictestMoveLimit(changes, facts.settings);
    const now = secondsOf(facts.at);
    const allowed = accessible.filter(({ sentAt }) => isWithinLimit(now - sentAt, limit, MOVE_GRACE_SECONDS));
    if (allowed.length === accessible.length) return;
    throw new DomainError(
      'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      `You only have permission to move the ${allowed.length}/${accessible.length} most recent messages in this topic.`,
      {
        data: {
          first_message_id_allowed_to_move: allowed[0]?.id ?? null,
          total_messages_in_topic: accessible.length,
          total_messages_allowed_to_move: allowed.length,
        },
      },
    );
  }

  private isInTime(facts: EditFacts, sentAt: number, limitSeconds: number | null): boolean {
    if (isExemptFromMoveLimits(facts.user)) return true;
    return isWithinLimit(secondsOf(facts.at) - sentAt, limitSeconds, MOVE_GRACE_SECONDS);
  }

  private mayPost(facts: EditFacts, { channel, members }: ChannelMembers): boolean {
    const { user, groups, actor } = facts;
    const owner = activeOwner(facts);
    const decision = decidePost(channel, {
      user,
      isSubscribed: members.has(user.userId),
      groups: groups.graph,
      canForgeSender: actor.canForgeSender,
      botOwner: owner && { user: policyUser(owner), isSubscribed: members.has(owner.id) },
    });
    return decision === 'allowed';
  }
}

function activeOwner({ actor, users }: EditFacts): DirectoryUser | undefined {
  const owner = actor.botOwnerId === null ? undefined : users.get(actor.botOwnerId);
  return owner?.isActive ? owner : undefined;
}
