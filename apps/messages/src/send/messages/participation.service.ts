import { Injectable } from '@nestjs/common';
import { WriteTransaction } from '@stoa/database';
import { DirectoryView } from '@stoa/directory';
import { policyAfterParticipation } from '@stoa/policy';
import { readerOf } from '@stoa/read-state-store';
import { AccessedMessage } from '../../access/message-access/accessed-message';
import { TopicPoliciesRepository } from '../topic-policies/topic-policies.repository';
import { topicPolicyEvents } from '../storing/send-change';
import { SendMessageRepository } from '../storing/send-message.repository';

/** Reacting and answering polls count as taking part in a topic (messages.md 3, "Automatic topic policy"). */
@Injectable()
export class ParticipationService {
  constructor(
    private readonly repository: SendMessageRepository,
    private readonly policies: TopicPoliciesRepository,
  ) {}

  /** Follows or unmutes the message's topic for a human subscriber whose settings say so. The user's lock is held. */
  async tookPart(tx: WriteTransaction, view: DirectoryView, userId: number, message: AccessedMessage): Promise<void> {
    const { channel, members, topic } = message;
    const user = (await view.users()).get(userId);
    if (!channel || !members?.isSubscribed(userId) || !user || user.isBot) return;
    const settings = { ...user, hasMutedChannel: members.hasMuted(userId) };
    if (policyAfterParticipation({ ...settings, currentPolicy: 0 }) === null) return;
    const { channelId } = channel;
    const [current] = await this.repository.topicOfUsers(channelId, topic, [userId], readerOf(tx));
    if (!current) return;
    const policy = policyAfterParticipation({ ...settings, currentPolicy: current.policy });
    if (policy === null) return;
    const lastUpdated = await this.policies.set(tx, { userId, channelId, topic, policy });
    if (lastUpdated === null) return;
    const change = { userId, policy, mutedTopics: current.mutedTopics };
    tx.emit(...topicPolicyEvents({ channelId, topic, lastUpdated }, change));
  }
}
