import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { deleteTopic } from '@stoa/contracts/messages';
import { invalidChannelId } from '@stoa/errors';
import { lockTopics } from '@stoa/database';
import { ChannelMembers, Directory, DirectoryView } from '@stoa/directory';
import { canAccessChannelContent, hasSharedHistory } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { DecidedWrite } from '../../access/message-access/decided-write';
import { policyUser } from '../../access/policy-user';
import { TopicPoliciesRepository } from '../../send/topic-policies/topic-policies.repository';
import { policyEvents } from '../../send/topic-policies/topic-policy-change';
import { normalizedTopic } from '../../send/storing/send-text';
import { EditRepository } from './edit.repository';
import { LockStrength, MessageRemoval, removalLocks } from './message-removal';

const BATCH = 100;
const LONGEST_MS = 50_000;

/** Deletion of a topic (channels.md 11.3); the gateway lets administrators through only. */
@Injectable()
export class DeleteTopicService {
  constructor(
    private readonly directory: Directory,
    private readonly writes: DecidedWrite,
    private readonly repository: EditRepository,
    private readonly removal: MessageRemoval,
    private readonly policies: TopicPoliciesRepository,
  ) {}

  /** @throws DomainError `Invalid channel ID` */
  @Handles(deleteTopic)
  async delete(
    ctx: ActorContext,
    { stream_id: channelId, topic_name }: RequestOf<typeof deleteTopic>,
  ): Promise<RpcResponse<typeof deleteTopic>> {
    const until = Math.min(Date.now() + LONGEST_MS, ctx.deadlineAt - LONGEST_MS / 10);
    const topic = normalizedTopic(topic_name);
    await this.directory.decideConfirmed(ctx.actor.realmId, (view) => accessed(ctx, view, channelId));
    for (let isComplete = false; !isComplete;) {
      if (Date.now() > until) return { complete: false };
      isComplete = await this.removal.withLocks((strength) => this.batch(ctx, channelId, topic, strength));
    }
    return { complete: true };
  }

  /** @returns whether nothing is left */
  private batch(ctx: ActorContext, channelId: number, topic: string, strength: LockStrength): Promise<boolean> {
    const { realmId, userId } = ctx.actor;
    const locks = [...removalLocks(realmId, [channelId], strength), lockTopics(channelId)];
    return this.writes.run(ctx, locks, async (tx, view) => {
      const members = await accessed(ctx, view, channelId);
      const { recipientId } = members.channel;
      const isProtected = !hasSharedHistory(members.channel);
      const place = { recipientId, topic, receivedBy: isProtected ? userId : null };
      const messageIds = await this.repository.newestOfTopic(tx, place, BATCH);
      if (messageIds.length > 0) {
        const ascending = [...messageIds].sort((a, b) => a - b);
        await this.removal.remove(
          { tx, view, messageIds: ascending, members, participantIds: [], topic, deleterId: userId },
          strength,
        );
      }
      if (messageIds.length === BATCH) return false;
      const key = { channelId, topic };
      const userIds = await this.policies.removeDeleted(tx, key, isProtected ? recipientId : null);
      if (userIds.length > 0) {
        const muted = await this.policies.mutedTopics(tx, userIds);
        const changes = userIds.map((id) => ({ userId: id, topic: key, policy: 0 }));
        tx.emit(...policyEvents(changes, muted, Math.floor(Date.now() / 1000)));
      }
      return true;
    });
  }
}

async function accessed(ctx: ActorContext, view: DirectoryView, channelId: number): Promise<ChannelMembers> {
  const [channels, users, groups] = await Promise.all([view.channels(), view.users(), view.groups()]);
  const user = users.get(ctx.actor.userId);
  if (!user?.isActive || !channels.byId.get(channelId)) throw invalidChannelId();
  const members = await view.members(channelId);
  const { channel } = members;
  const viewer = { user: policyUser(user), isSubscribed: members.isSubscribed(user.id), groups: groups.graph };
  if (channel.isArchived || !canAccessChannelContent(channel, viewer)) throw invalidChannelId();
  return members;
}
