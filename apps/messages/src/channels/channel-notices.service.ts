import { Inject, Injectable } from '@nestjs/common';
import { RpcRequest, subscribe } from '@stoa/contracts';
import { Directory } from '@stoa/directory';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { ActorContext } from '@stoa/rpc';
import { NoticeService } from '../messages/notice.service';
import { ChannelState } from './channel-state';
import { channelCreation, privacyName } from './channel-rules';

const CHANNEL_EVENTS_TOPIC = 'channel events';
const NEW_CHANNELS_TOPIC = 'new channels';
const MOST_MESSAGES = 100;

/** What the notification bot writes about channels (channels.md 14.4). The change that it tells of is committed. */
@Injectable()
export class ChannelNoticesService {
  constructor(
    private readonly directory: Directory,
    private readonly notices: NoticeService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** A notice that cannot be sent is logged and does not fail the request: what was asked for has happened. */
  async afterSubscribing(
    ctx: ActorContext,
    request: RpcRequest<typeof subscribe>,
    created: readonly ChannelState[],
    newSubscriptions: readonly { userId: number; channelId: number }[],
  ): Promise<void> {
    try {
      const createdIds = new Set(created.map((state) => state.channel.channelId));
      const joined = newSubscriptions.filter((subscription) => !createdIds.has(subscription.channelId));
      if (request.sendNewSubscriptionMessages) await this.tellSubscribers(ctx, joined);
      if (request.announce && created.length > 0) await this.announce(ctx, created);
      for (const state of created) await this.tellCreation(ctx, request, state);
    } catch (error) {
      this.log.error({ err: error, requestId: ctx.requestId }, 'a channel notice could not be sent');
    }
  }

  private async tellSubscribers(
    ctx: ActorContext,
    joined: readonly { userId: number; channelId: number }[],
  ): Promise<void> {
    const users = await this.directory.users.get(ctx.actor.realmId);
    const channels = await this.directory.channels.get(ctx.actor.realmId);
    const byUser = new Map<number, string[]>();
    for (const { userId, channelId } of joined) {
      const user = users.get(userId);
      const channel = channels.byId.get(channelId);
      if (!user || user.isBot || userId === ctx.actor.userId || !channel) continue;
      const names = byUser.get(userId);
      if (names) names.push(channel.name);
      else byUser.set(userId, [channel.name]);
    }
    if (byUser.size > MOST_MESSAGES) return;
    for (const [userId, names] of byUser) {
      const content =
        names.length === 1
          ? `${mention(ctx)} subscribed you to #**${names[0] ?? ''}**.`
          : `${mention(ctx)} subscribed you to the following channels:\n\n${names.map((name) => `* #**${name}**`).join('\n')}`;
      await this.notices.sendDirect(ctx, userId, content);
    }
  }

  private async announce(ctx: ActorContext, created: readonly ChannelState[]): Promise<void> {
    const settings = await this.directory.settings.get(ctx.actor.realmId);
    if (settings.newChannelAnnouncementsChannelId < 0) return;
    const announced = created.filter((state) => !state.channel.inviteOnly).map((state) => `#**${state.channel.name}**`);
    if (announced.length === 0) return;
    const content =
      announced.length === 1
        ? `${mention(ctx)} created a new channel ${announced[0] ?? ''}.`
        : `${mention(ctx)} created the following channels: ${announced.join(', ')}.`;
    await this.notices.sendToChannel(ctx, settings.newChannelAnnouncementsChannelId, NEW_CHANNELS_TOPIC, content);
  }

  private async tellCreation(
    ctx: ActorContext,
    request: RpcRequest<typeof subscribe>,
    { channel }: ChannelState,
  ): Promise<void> {
    const wanted = request.subscriptions.find(({ name }) => name.trim().toLowerCase() === channel.name.toLowerCase());
    const description = (wanted?.description ?? '').replaceAll('\n', ' ');
    const model = privacyName(channelCreation(request.settings));
    const quoted = description === '' ? '*No description.*' : description;
    const fence = '`'.repeat(Math.max(3, ...[...quoted.matchAll(/`+/g)].map(([run]) => run.length + 1)));
    const content = `**${model}** channel created by ${mention(ctx)}. **Description:**\n${fence} quote\n${quoted}\n${fence}`;
    const topic = channel.topicsPolicy === 'empty_topic_only' ? '' : CHANNEL_EVENTS_TOPIC;
    await this.notices.sendToChannel(ctx, channel.channelId, topic, content);
  }
}

/** A silent mention of the actor. */
function mention(ctx: ActorContext): string {
  return `@_**${ctx.actor.fullName}|${ctx.actor.userId}**`;
}
