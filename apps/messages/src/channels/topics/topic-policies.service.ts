import { Injectable } from '@nestjs/common';
import { RpcRequest, badRequest, muteTopic, setTopicPolicy } from '@stoa/contracts';
import { Database, lockUser } from '@stoa/database';
import { Directory, DirectoryView } from '@stoa/directory';
import { canAccessChannelMetadata } from '@stoa/policy';
import { ActorContext } from '@stoa/rpc';
import { accessChannel, accessChannelByName } from '../../access/channel-access/channel-access';
import { policyUser } from '../../access/policy-user';
import { normalizedTopic } from '../../send/storing/send-text';
import { TopicPoliciesRepository } from '../../send/topic-policies/topic-policies.repository';
import { policyEvents } from '../../send/topic-policies/topic-policy-change';

type Nothing = Record<string, never>;
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
  async set(ctx: ActorContext, { channelId, topic, policy }: RpcRequest<typeof setTopicPolicy>): Promise<Nothing> {
    await this.directory.decideConfirmed(ctx.actor.realmId, async (view) => {
      if (policy !== 0) await accessChannel(view, ctx.actor.userId, channelId, REACHABLE);
      else if (!(await view.channels()).byId.has(channelId)) throw badRequest('Invalid channel ID');
    });
    await this.store(ctx, channelId, normalizedTopic(topic), policy);
    return {};
  }

  /** @throws DomainError with the texts of channels.md 11.5 */
  async mute(ctx: ActorContext, request: RpcRequest<typeof muteTopic>): Promise<Nothing> {
    const { channelId, isKnown } = await this.directory.decideConfirmed(ctx.actor.realmId, async (view) =>
      request.isMuted
        ? { channelId: await this.mutableChannel(view, ctx, request), isKnown: true }
        : this.unmutableChannel(view, ctx, request),
    );
    const isChanged = await this.store(ctx, channelId, normalizedTopic(request.topic), request.isMuted ? MUTED : 0);
    if (!isChanged && !isKnown) throw badRequest(NOT_MUTED);
    return {};
  }

  private async mutableChannel(
    view: DirectoryView,
    ctx: ActorContext,
    { channelId, channelName }: RpcRequest<typeof muteTopic>,
  ): Promise<number> {
    const { userId } = ctx.actor;
    if (channelId !== null) return (await accessChannel(view, userId, channelId, REACHABLE)).channel.channelId;
    return (await accessChannelByName(view, userId, channelName ?? '', REACHABLE)).channelId;
  }

  /**
   * A policy may be taken off after access was lost, so any channel is looked for. Whoever names one that is hidden from
   * them and has no policy in it must hear what they hear of a missing one (`isKnown` false, channels.md 1.6); ids are in
   * no need of that (channels.md 1.7).
   */
  private async unmutableChannel(
    view: DirectoryView,
    ctx: ActorContext,
    { channelId, channelName }: RpcRequest<typeof muteTopic>,
  ): Promise<{ channelId: number; isKnown: boolean }> {
    const { userId } = ctx.actor;
    const channels = await view.channels();
    if (channelId !== null) {
      if (!channels.byId.has(channelId)) throw badRequest(NOT_MUTED);
      return { channelId, isKnown: true };
    }
    const found = channels.byName((channelName ?? '').trim());
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
