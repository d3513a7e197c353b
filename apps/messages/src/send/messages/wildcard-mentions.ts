import { Injectable } from '@nestjs/common';
import { DomainError } from '@stoa/errors';
import { ChannelMembers, DirectoryUser, RealmGroups, RealmSettings } from '@stoa/directory';
import { canMentionWildcard } from '@stoa/policy';
import { RenderedMessage } from '../rendering/message-renderer';
import { SendMessageRepository } from '../storing/send-message.repository';
import { policyUser } from '../../access/policy-user';

export interface WildcardInput {
  settings: RealmSettings;
  groups: RealmGroups;
  sender: DirectoryUser;
  members: ChannelMembers;
  topic: string;
  rendered: RenderedMessage;
}

/** Wildcard mentions in channels (messages.md 3, "Mentions"), of sends and of edits. */
@Injectable()
export class WildcardMentions {
  constructor(private readonly repository: SendMessageRepository) {}

  /**
   * Checks both kinds of wildcard and gives whom a topic wildcard reaches.
   * @throws DomainError STREAM_WILDCARD_MENTION_NOT_ALLOWED, TOPIC_WILDCARD_MENTION_NOT_ALLOWED
   */
  async participants({ settings, groups, sender, members, topic, rendered }: WildcardInput): Promise<Set<number>> {
    const mayMention = (size: number) =>
      canMentionWildcard(policyUser(sender), size, settings.canMentionManyUsersGroup, groups.graph);
    if (rendered.channelWildcard && !mayMention(members.members.size)) {
      throw new DomainError(
        'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
        'You do not have permission to use channel wildcard mentions in this channel.',
      );
    }
    if (!rendered.topicWildcard) return new Set();
    const participants = new Set(await this.repository.topicParticipants(members.channel.recipientId, topic));
    participants.add(sender.id);
    if (!mayMention(participants.size)) {
      throw new DomainError(
        'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
        'You do not have permission to use topic wildcard mentions in this topic.',
      );
    }
    return participants;
  }
}
