import { Injectable } from '@nestjs/common';
import { RpcRequest, badRequest, muteTopic, setTopicPolicy } from '@stoa/contracts';
import { Database, lockUser } from '@stoa/database';
import { Directory, DirectoryView } from '@stoa/directory';
import { ActorContext } from '@stoa/rpc';
import { accessChannel, accessChannelByName } from '../channels/channel-access';
import { normalizedTopic } from '../messages/send-text';
import { TopicPoliciesRepository } from './topic-policies.repository';
import { policyEvents } from './topic-policy-change';

type Nothing = Record<string, never>;
const MUTED = 1;
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
    const channelId = await this.directory.decideConfirmed(ctx.actor.realmId, (view) =>
      request.isMuted ? this.mutableChannel(view, ctx, request) : this.knownChannel(view, request),
    );
    await this.store(ctx, channelId, normalizedTopic(request.topic), request.isMuted ? MUTED : 0);
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

  private async knownChannel(
    view: DirectoryView,
    { channelId, channelName }: RpcRequest<typeof muteTopic>,
  ): Promise<number> {
    const channels = await view.channels();
    const channel = channelId === null ? channels.byName((channelName ?? '').trim()) : channels.byId.get(channelId);
    if (!channel) throw badRequest('Topic is not muted');
    return channel.channelId;
  }

  private async store(ctx: ActorContext, channelId: number, topic: string, policy: number): Promise<void> {
    const { realmId, partition, userId } = ctx.actor;
    const context = { realmId, partition, requestId: ctx.requestId };
    await this.database.write(context, { locks: [lockUser(userId)] }, async (tx) => {
      const changedAt = await this.repository.set(tx, { userId, channelId, topic, policy });
      if (changedAt === null) return;
      const muted = await this.repository.mutedTopics(tx, [userId]);
      tx.emit(...policyEvents([{ userId, topic: { channelId, topic }, policy }], muted, changedAt));
    });
  }
}
