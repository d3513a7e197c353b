import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@stoa/contracts/rpc';
import { muteTopic, setTopicPolicy } from '@stoa/contracts/channels';
import { badRequest, invalidChannelId } from '@stoa/errors';
import { Database, lockUser } from '@stoa/database';
import { Directory, DirectoryView } from '@stoa/directory';
import { canAccessChannelMetadata } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { unsupportedCombination } from '@stoa/http-params';
import { accessChannel, accessChannelByName } from '../../access/channel-access/channel-access';
import { policyUser } from '../../access/policy-user';
import { normalizedTopic } from '../../send/storing/send-text';
import { TopicPoliciesRepository } from '../../send/topic-policies/topic-policies.repository';
import { policyEvents } from '../../send/topic-policies/topic-policy-change';

const MUTED = 1;
const NOT_MUTED = 'Topic is not muted';
const REACHABLE = { access: 'content', isActive: true } as const;

/** Whether users mute, unmute or follow topics (channels.md 11.4, 11.5). */
@Injectable()
export class TopicPoliciesService {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly repository: TopicPoliciesRepository,
  ) {}

  /**
   * A policy may be taken off after access was lost.
   * @throws DomainError `Invalid channel ID`, `Invalid character in topic, at position N!`
   */
  @Handles(setTopicPolicy)
  async set(ctx: ActorContext, request: RequestOf<typeof setTopicPolicy>): Promise<void> {
    const { stream_id, topic, visibility_policy } = request;
    await this.directory.decideConfirmed(ctx.actor.realmId, async (view) => {
      if (visibility_policy !== 0) await accessChannel(view, ctx.actor.userId, stream_id, REACHABLE);
      else if (!(await view.channels()).byId.has(stream_id)) throw invalidChannelId();
    });
    await this.store(ctx, stream_id, normalizedTopic(topic), visibility_policy);
  }

  /** @throws DomainError with the texts of channels.md 11.5 */
  @Handles(muteTopic)
  async mute(ctx: ActorContext, request: RequestOf<typeof muteTopic>): Promise<void> {
    const { stream_id, stream, topic, op } = request;
    if (stream_id === undefined && stream === undefined) throw badRequest("Missing 'stream_id' argument");
    if (stream_id !== undefined && stream !== undefined) throw unsupportedCombination(['stream_id', 'stream']);
    const { channelId, isKnown } = await this.directory.decideConfirmed(ctx.actor.realmId, async (view) =>
      op === 'add'
        ? { channelId: await this.mutableChannel(view, ctx, request), isKnown: true }
        : this.unmutableChannel(view, ctx, request),
    );
    const isChanged = await this.store(ctx, channelId, normalizedTopic(topic), op === 'add' ? MUTED : 0);
    if (!isChanged && !isKnown) throw badRequest(NOT_MUTED);
  }

  private async mutableChannel(
    view: DirectoryView,
    ctx: ActorContext,
    { stream_id, stream = '' }: RequestOf<typeof muteTopic>,
  ): Promise<number> {
    const { userId } = ctx.actor;
    if (stream_id !== undefined) return (await accessChannel(view, userId, stream_id, REACHABLE)).channel.channelId;
    return (await accessChannelByName(view, userId, stream, REACHABLE)).channelId;
  }

  /**
   * A policy may be taken off after access was lost, so any channel is looked for. A user who names a hidden channel
   * without a policy in it must get the same answer as for a missing one (`isKnown` false, channels.md 1.6); ids do not
   * need that (channels.md 1.7).
   */
  private async unmutableChannel(
    view: DirectoryView,
    ctx: ActorContext,
    { stream_id, stream = '' }: RequestOf<typeof muteTopic>,
  ): Promise<{ channelId: number; isKnown: boolean }> {
    const { userId } = ctx.actor;
    const channels = await view.channels();
    if (stream_id !== undefined) {
      if (!channels.byId.has(stream_id)) throw badRequest(NOT_MUTED);
      return { channelId: stream_id, isKnown: true };
    }
    const found = channels.byName(stream.trim());
    if (!found) throw badRequest(NOT_MUTED);
    const [users, groups, members] = await Promise.all([view.users(), view.groups(), view.members(found.channelId)]);
    const user = users.get(userId);
    if (!user) throw badRequest(NOT_MUTED);
    const viewer = { user: policyUser(user), isSubscribed: members.isSubscribed(userId), groups: groups.graph };
    return { channelId: found.channelId, isKnown: canAccessChannelMetadata(members.channel, viewer) };
  }

  /** @returns whether it changed anything */
  private async store(ctx: ActorContext, channelId: number, topic: string, policy: number): Promise<boolean> {
    const { userId } = ctx.actor;
    return this.database.write(ctx, [lockUser(userId)], async (tx) => {
      const changedAt = await this.repository.set(tx, { userId, channelId, topic, policy });
      if (changedAt === null) return false;
      const muted = await this.repository.mutedTopics(tx, [userId]);
      tx.emit(...policyEvents([{ userId, topic: { channelId, topic }, policy }], muted, changedAt));
      return true;
    });
  }
}
