import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import {
  getChannel,
  getChannelId,
  getChannelMembers,
  getSubscriptionStatus,
  listUserChannels,
} from '@stoa/contracts/channels';
import { badRequest, insufficientPermission, invalidChannelId, noSuchUser, userIsDeactivated } from '@stoa/errors';
import { Database } from '@stoa/database';
import { AccessibleUsersRepository, Directory, DirectoryUser, DirectoryView, groupValues } from '@stoa/directory';
import { canAccessChannelMetadata, canSeeSubscribers, isLimitedGuest } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { channelObject, weeklyTraffic } from '@stoa/wire-objects';
import { accessChannel, accessChannelByName } from '../../access/channel-access/channel-access';
import { ChannelsRepository } from '../channels/channels.repository';
import { SubscriptionsRepository } from '../channels/subscriptions.repository';
import { policyUser } from '../../access/policy-user';

/** Reads of one channel (channels.md 5.2 to 5.5). */
@Injectable()
export class ChannelLookupService {
  constructor(
    private readonly directory: Directory,
    private readonly channels: ChannelsRepository,
    private readonly database: Database,
    private readonly accessible: AccessibleUsersRepository,
    private readonly subscriptions: SubscriptionsRepository,
  ) {}

  /** @throws DomainError `Invalid channel ID` */
  @Handles(getChannel)
  get(ctx: ActorContext, { stream_id }: RequestOf<typeof getChannel>): Promise<RpcResponse<typeof getChannel>> {
    return this.directory.decideConfirmed(ctx.actor.realmId, async (view) => {
      const { groups, users } = await accessChannel(view, ctx.actor.userId, stream_id, {
        access: 'metadata',
        isActive: false,
      });
      const row = await this.channels.channelById(stream_id);
      if (!row) throw invalidChannelId();
      const traffic = weeklyTraffic(row.recent_messages, Date.now() / 1000 - row.date_created);
      return { stream: channelObject(row, groupValues(groups, users), traffic) };
    });
  }

  /** @throws DomainError `Invalid channel name 'NAME'` */
  @Handles(getChannelId)
  find(ctx: ActorContext, { stream }: RequestOf<typeof getChannelId>): Promise<RpcResponse<typeof getChannelId>> {
    return this.directory.decideConfirmed(ctx.actor.realmId, async (view) => {
      const requirement = { access: 'content', isActive: true } as const;
      const found = await accessChannelByName(view, ctx.actor.userId, stream, requirement);
      return { stream_id: found.channelId };
    });
  }

  /** @throws DomainError `Invalid channel ID`, `Unable to retrieve subscribers for private channel` */
  @Handles(getChannelMembers)
  members(
    ctx: ActorContext,
    { stream_id }: RequestOf<typeof getChannelMembers>,
  ): Promise<RpcResponse<typeof getChannelMembers>> {
    return this.directory.decideConfirmed(ctx.actor.realmId, async (view) => {
      const { channel, members, viewer } = await accessChannel(view, ctx.actor.userId, stream_id, {
        access: 'metadata',
        isActive: false,
      });
      if (!canSeeSubscribers(channel, viewer)) {
        throw badRequest('Unable to retrieve subscribers for private channel');
      }
      return { subscribers: [...members.members.keys()].sort((first, second) => first - second) };
    });
  }

  /** @throws DomainError `No such user`, `User is deactivated`, `Insufficient permission`, `Invalid channel ID` */
  @Handles(getSubscriptionStatus)
  subscriptionStatus(
    ctx: ActorContext,
    { user_id, stream_id }: RequestOf<typeof getSubscriptionStatus>,
  ): Promise<RpcResponse<typeof getSubscriptionStatus>> {
    return this.directory.decideConfirmed(ctx.actor.realmId, async (view) => {
      const { requester, isAccessible } = await this.asked(view, ctx.actor.userId, user_id);
      if (!isAccessible) throw insufficientPermission();
      const { members } = await accessChannel(view, requester.id, stream_id, { access: 'metadata', isActive: false });
      return { is_subscribed: members.isSubscribed(user_id) };
    });
  }

  /** @throws DomainError `No such user`, `User is deactivated` */
  @Handles(listUserChannels)
  channelsOf(
    ctx: ActorContext,
    { user_id }: RequestOf<typeof listUserChannels>,
  ): Promise<RpcResponse<typeof listUserChannels>> {
    return this.directory.decideConfirmed(ctx.actor.realmId, async (view) => {
      const { requester, isAccessible } = await this.asked(view, ctx.actor.userId, user_id);
      if (!isAccessible) throw noSuchUser();
      const [groups, channels] = await Promise.all([view.groups(), view.channels()]);
      const [theirs, own] = await Promise.all([
        this.subscriptions.channelsOf(user_id),
        this.subscriptions.channelsOf(requester.id),
      ]);
      const subscribed = new Set(own);
      const isSeen = (channelId: number): boolean => {
        const channel = channels.byId.get(channelId);
        if (!channel || channel.isArchived) return false;
        const viewer = { user: policyUser(requester), isSubscribed: subscribed.has(channelId), groups: groups.graph };
        return canAccessChannelMetadata(channel, viewer);
      };
      return { subscribed_channel_ids: theirs.filter(isSeen).sort((first, second) => first - second) };
    });
  }

  /**
   * Who asks about a person, and whether a limited guest can access that person.
   * @throws DomainError `No such user`, `User is deactivated`
   */
  private async asked(
    view: DirectoryView,
    requesterId: number,
    targetId: number,
  ): Promise<{ requester: DirectoryUser; isAccessible: boolean }> {
    const [settings, users, groups] = await Promise.all([view.settings(), view.users(), view.groups()]);
    const target = users.get(targetId);
    const requester = users.get(requesterId);
    if (!target || !requester) throw noSuchUser();
    if (!target.isActive) throw userIsDeactivated();
    const isLimited = isLimitedGuest(policyUser(requester), settings.canAccessAllUsersGroup, groups.graph);
    if (!isLimited || target.isBot || target.id === requester.id) return { requester, isAccessible: true };
    const accessible = await this.accessible.humansAccessibleTo(this.database, requester.id, [target.id]);
    return { requester, isAccessible: accessible.size > 0 };
  }
}
