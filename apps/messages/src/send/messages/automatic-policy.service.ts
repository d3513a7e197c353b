import { Injectable } from '@nestjs/common';
import { ChannelMembers, DirectoryChannel, DirectoryUser, RealmUsers } from '@stoa/directory';
import { hasSharedHistory, mayChangePolicy, policyAfterMention, policyAfterSend } from '@stoa/policy';
import { RenderedMessage } from '../rendering/message-renderer';
import { TopicPolicyChange } from '../storing/send-change';
import { SendMessageRepository } from '../storing/send-message.repository';
import { TopicRepository } from '../storing/topic.repository';

const TOPICS_REMEMBERED_PER_CHANNEL = 10_000;

export interface PolicyInput {
  users: RealmUsers;
  sender: DirectoryUser;
  members: ChannelMembers;
  topic: string;
  rendered: RenderedMessage;
}

/** Finds whose visibility policy of the topic a send changes (messages.md 3, "Automatic topic policy"). */
@Injectable()
export class AutomaticPolicyService {
  /**
   * Topics (lower case) that have a message readable by whoever reads the channel: spares nearly every look-up. Kept
   * with a copy of the channel: emptying a topic gives the channel a new version, so that sends get another copy.
   */
  private readonly begunTopics = new WeakMap<DirectoryChannel, Set<string>>();

  constructor(
    private readonly repository: SendMessageRepository,
    private readonly topics: TopicRepository,
  ) {}

  async changes(input: PolicyInput): Promise<TopicPolicyChange[]> {
    const { sender, members, users, rendered } = input;
    const initiates = await this.initiatesTopic(input);
    const concerned = new Set<number>();
    for (const userId of rendered.mentionedUserIds) {
      const user = users.get(userId);
      if (user && !user.isBot && user.followsWhereMentioned && members.isSubscribed(userId)) concerned.add(userId);
    }
    const senderMayChange = initiates !== null;
    if (senderMayChange) concerned.add(sender.id);
    if (concerned.size === 0) return [];
    const topics = await this.repository.topicOfUsers(members.channel.channelId, input.topic, [...concerned]);
    const changes: TopicPolicyChange[] = [];
    for (const { userId, policy: currentPolicy, mutedTopics } of topics) {
      const bySend =
        userId === sender.id && senderMayChange
          ? policyAfterSend({ ...sendSettings(sender, members), initiatesTopic: initiates, currentPolicy })
          : null;
      const policy = bySend ?? (this.followsByMention(input, userId) ? policyAfterMention(currentPolicy) : null);
      if (policy !== null) changes.push({ userId, policy, mutedTopics });
    }
    return changes;
  }

  wasSent(channel: DirectoryChannel, topic: string): void {
    const begun = this.begunTopics.get(channel) ?? new Set();
    this.begunTopics.set(channel, begun);
    if (begun.size >= TOPICS_REMEMBERED_PER_CHANNEL) begun.clear();
    begun.add(topic.toLowerCase());
  }

  /** Null: the send cannot change the sender's policy. */
  private async initiatesTopic({ sender, members, topic }: PolicyInput): Promise<boolean | null> {
    if (sender.isBot) return null;
    const may = mayChangePolicy(sendSettings(sender, members));
    if (!may.ifInitiating) return null;
    const { channel } = members;
    const shared = hasSharedHistory(channel);
    const known = shared && this.begunTopics.get(channel)?.has(topic.toLowerCase()) === true;
    const begun = known || (await this.topics.hasMessages(channel.recipientId, topic, shared ? null : sender.id));
    if (begun && shared) this.wasSent(channel, topic);
    if (begun && !may.otherwise) return null;
    return !begun;
  }

  private followsByMention({ users, rendered, members }: PolicyInput, userId: number): boolean {
    const user = users.get(userId);
    return (
      rendered.mentionedUserIds.has(userId) &&
      members.isSubscribed(userId) &&
      user !== undefined &&
      !user.isBot &&
      user.followsWhereMentioned
    );
  }
}

function sendSettings(sender: DirectoryUser, members: ChannelMembers) {
  return {
    followTopicsPolicy: sender.followTopicsPolicy,
    unmuteTopicsPolicy: sender.unmuteTopicsPolicy,
    hasMutedChannel: members.hasMuted(sender.id),
  };
}
