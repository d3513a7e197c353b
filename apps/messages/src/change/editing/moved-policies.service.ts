import { Injectable } from '@nestjs/common';
import { ChangeEvent } from '@stoa/contracts/events';
import { policyAfterSend } from '@stoa/policy';
import { TopicKey, TopicPoliciesRepository } from '../../send/topic-policies/topic-policies.repository';
import { ChangedPolicy, policyEvents } from '../../send/topic-policies/topic-policy-change';
import { EditFacts, secondsOf } from './edit-facts';
import { MoveOutcome, losesAccessTo } from './move.service';
import { movedPolicies } from './topic-policies';

/** The value of both automatic settings that starting a topic fulfils, and the one that nothing does. */
const INITIATE = 3;
const NEVER = 4;

/** Visibility policies go with the topic that moves (messages.md 5.5). */
@Injectable()
export class MovedPoliciesService {
  constructor(private readonly repository: TopicPoliciesRepository) {}

  async write(facts: EditFacts, move: MoveOutcome): Promise<ChangeEvent[]> {
    const { tx, at } = facts;
    const { message, destination, newTopic } = move;
    const from = { channelId: message.channel.channelId, topic: message.topic };
    const to = { channelId: destination?.channel.channelId ?? from.channelId, topic: newTopic };
    const isSameTopic = from.channelId === to.channelId && from.topic.toLowerCase() === to.topic.toLowerCase();
    if (isSameTopic) return [];
    const changes = move.isWholeTopic
      ? await this.moveAll(facts, move, from, to)
      : await this.startTopic(facts, move, to);
    if (changes.length === 0) return [];
    const stored = changes.filter(({ topic, policy }) => topic === to && policy !== 0);
    const removed = (key: TopicKey) =>
      changes.filter(({ topic, policy }) => topic === key && policy === 0).map(({ userId }) => userId);
    await this.repository.remove(tx, from, removed(from));
    await this.repository.remove(tx, to, removed(to));
    await this.repository.store(tx, to, stored, at);
    const concerned = [...new Set(changes.map(({ userId }) => userId))];
    return policyEvents(changes, await this.repository.mutedTopics(tx, concerned), secondsOf(at));
  }

  private async moveAll(facts: EditFacts, move: MoveOutcome, from: TopicKey, to: TopicKey): Promise<ChangedPolicy[]> {
    const pairs = await this.repository.pairs(facts.tx, from, to);
    const moves = movedPolicies(pairs, {
      destinationWasEmpty: move.destinationWasEmpty,
      losesAccess: losesAccessTo(facts, move.destination),
    });
    return moves.flatMap(({ userId, resetsOld, policy }) => [
      ...(resetsOld ? [{ userId, topic: from, policy: 0 }] : []),
      ...(policy === null ? [] : [{ userId, topic: to, policy }]),
    ]);
  }

  /** A message that becomes the first of its topic counts as one with which its sender started it. */
  private async startTopic(facts: EditFacts, move: MoveOutcome, to: TopicKey): Promise<ChangedPolicy[]> {
    const members = move.destination ?? move.message.members;
    const sender = facts.users.get(move.message.senderId);
    if (!move.startsTopic || !sender?.isActive || sender.isBot || !members.isSubscribed(sender.id)) return [];
    const [current] = (await this.repository.pairs(facts.tx, to, to)).filter(({ userId }) => userId === sender.id);
    const onlyInitiating = (setting: number) => (setting === INITIATE ? INITIATE : NEVER);
    const policy = policyAfterSend({
      followTopicsPolicy: onlyInitiating(sender.followTopicsPolicy),
      unmuteTopicsPolicy: onlyInitiating(sender.unmuteTopicsPolicy),
      initiatesTopic: true,
      hasMutedChannel: members.hasMuted(sender.id),
      currentPolicy: current?.new ?? 0,
    });
    return policy === null ? [] : [{ userId: sender.id, topic: to, policy }];
  }
}
