import { Inject, Injectable } from '@nestjs/common';
import { Directory } from '@stoa/directory';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { ActorContext } from '@stoa/rpc';
import { NoticeService } from '../messages/notice.service';
import { ChannelState } from './channel-state';
import { ChannelCreation, privacyName } from './channel-rules';

/** Topic of what the bot tells in a channel about it (channels.md 11.1). */
export const CHANNEL_EVENTS_TOPIC = 'channel events';
const NEW_CHANNELS_TOPIC = 'new channels';
const MOST_MESSAGES = 100;

/** What a call that created channels or subscribed users asked for. */
export interface SubscribingNotices {
  announce: boolean;
  sendNewSubscriptionMessages: boolean;
  creation: ChannelCreation;
  /** Of created channels, by lower-case name. */
  descriptions: ReadonlyMap<string, string>;
}

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
    request: SubscribingNotices,
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
          ? `${silentMention(ctx)} subscribed you to #**${names[0] ?? ''}**.`
          : `${silentMention(ctx)} subscribed you to the following channels:\n\n${names.map((name) => `* #**${name}**`).join('\n')}`;
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
        ? `${silentMention(ctx)} created a new channel ${announced[0] ?? ''}.`
        : `${silentMention(ctx)} created the following channels: ${announced.join(', ')}.`;
    await this.notices.sendToChannel(ctx, settings.newChannelAnnouncementsChannelId, NEW_CHANNELS_TOPIC, content);
  }

  private async tellCreation(ctx: ActorContext, request: SubscribingNotices, { channel }: ChannelState): Promise<void> {
    const description = request.descriptions.get(channel.name.toLowerCase()) ?? '';
    const model = privacyName(request.creation);
    const content = `**${model}** channel created by ${silentMention(ctx)}. **Description:**\n${quoteBlock(description)}`;
    const topic = channel.topicsPolicy === 'empty_topic_only' ? '' : CHANNEL_EVENTS_TOPIC;
    await this.notices.sendToChannel(ctx, channel.channelId, topic, content);
  }
}

/** A description as a quote block that no run of backticks inside it can end. */
export function quoteBlock(description: string): string {
  const content = description === '' ? '*No description.*' : description;
  const fence = '`'.repeat(Math.max(3, ...[...content.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${fence} quote\n${content}\n${fence}`;
}

/** A silent mention of the actor. */
export function silentMention(ctx: ActorContext): string {
  return `@_**${ctx.actor.fullName}|${ctx.actor.userId}**`;
}
