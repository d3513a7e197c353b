import { Injectable } from '@nestjs/common';
import { WriteTransaction, setKeys } from '@stoa/database';
import { type ChangeFacts, DirectoryUser } from '@stoa/directory';
import { GuestAccessService } from '../../access/guest-access/guest-access.service';
import { pickColors } from '../../access/channel-access/channel-rules';
import { ChannelState } from '../../access/channel-access/channel-state';
import { ChannelsRepository } from './channels.repository';
import { subscribedChange } from './subscription-change';
import { NewSubscription, SubscriptionsRepository } from './subscriptions.repository';
import { SubscriptionPlan } from './subscription-plan';

export interface WrittenSubscriptions {
  /** Channel names by user id, as the API answers them. */
  subscribed: Record<string, string[]>;
  alreadySubscribed: Record<string, string[]>;
  newSubscriptions: { userId: number; channelId: number }[];
}

/** Writes subscriptions and the events of channels.md 14.1; the caller holds the channels' exclusive locks. */
@Injectable()
export class SubscriptionWriter {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly guests: GuestAccessService,
  ) {}

  async subscribe(tx: WriteTransaction, facts: ChangeFacts, plan: SubscriptionPlan): Promise<WrittenSubscriptions> {
    const subscribed: Record<string, string[]> = {};
    const alreadySubscribed: Record<string, string[]> = {};
    const pairs: { user: DirectoryUser; state: ChannelState }[] = [];
    for (const user of plan.principals) {
      for (const state of plan.channels) {
        const names = state.members.has(user.id) ? alreadySubscribed : subscribed;
        (names[String(user.id)] ??= []).push(state.channel.name);
        if (!state.members.has(user.id)) pairs.push({ user, state });
      }
    }
    const rows = pairs.length > 0 ? await this.activate(tx, plan, pairs) : [];
    const created = plan.channels.filter((state) => state.isNew);
    const createdIds = created.map((state) => state.channel.channelId);
    const defaultChannelIds =
      plan.isDefault && createdIds.length > 0 ? await this.channels.addDefault(tx, createdIds) : null;
    const changedIds = [...new Set([...createdIds, ...pairs.map(({ state }) => state.channel.channelId)])];
    if (changedIds.length > 0) {
      const channelRows = await this.channels.channels(tx, changedIds);
      const listed = await this.subscriptions.alwaysListed(
        plan.channels.flatMap((state) => [...state.members.keys()]).concat(pairs.map(({ user }) => user.id)),
      );
      const guestEvents = await this.guests.gained(tx, facts, joinedChannels(pairs));
      tx.emit(
        ...subscribedChange({ facts, plan, rows, channelRows, defaultChannelIds, alwaysListed: listed, guestEvents }),
      );
    }
    return {
      subscribed,
      alreadySubscribed,
      newSubscriptions: pairs.map(({ user, state }) => ({ userId: user.id, channelId: state.channel.channelId })),
    };
  }

  private async activate(
    tx: WriteTransaction,
    plan: SubscriptionPlan,
    pairs: readonly { user: DirectoryUser; state: ChannelState }[],
  ) {
    const userIds = [...new Set(pairs.map(({ user }) => user.id))];
    const used = await this.subscriptions.colors(tx, userIds);
    const news: NewSubscription[] = [];
    for (const userId of userIds) {
      const own = pairs.filter(({ user }) => user.id === userId).map(({ state }) => state.channel);
      const colors = pickColors(
        used.get(userId) ?? [],
        own.map((channel) => channel.recipientId),
      );
      own.forEach((channel, index) => {
        const color = plan.colors.get(channel.name.toLowerCase()) ?? colors[index] ?? '#c2c2c2';
        news.push({ userId, channelId: channel.channelId, recipientId: channel.recipientId, color });
      });
    }
    const rows = await this.subscriptions.activate(tx, news);
    for (const channelId of new Set(news.map((subscription) => subscription.channelId))) {
      const ids = rows.filter((row) => row.channel_id === channelId).map((row) => row.id);
      tx.bump(setKeys.channel(channelId), { table: 'subscription', ids });
      tx.bump(setKeys.realmChannels(tx.realmId), { table: 'channel', ids: [channelId] });
    }
    return rows;
  }
}

/** Channels with the members that they had, and who joins. */
function joinedChannels(pairs: readonly { user: DirectoryUser; state: ChannelState }[]) {
  const joined = new Map<number, { members: Iterable<number>; altered: Set<number> }>();
  for (const { user, state } of pairs) {
    const { channelId } = state.channel;
    const channel = joined.get(channelId) ?? { members: [...state.members.keys()], altered: new Set<number>() };
    joined.set(channelId, channel);
    channel.altered.add(user.id);
  }
  return joined;
}
