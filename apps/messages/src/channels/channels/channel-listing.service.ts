import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { listChannels, listSubscriptions } from '@stoa/contracts/channels';
import { Directory, DirectoryChannel, groupValues } from '@stoa/directory';
import { canAccessChannelContent, canAccessChannelMetadata, isGuest } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { channelObject, weeklyTraffic } from '@stoa/wire-objects';
import { policyUser } from '../../access/policy-user';
import { ChannelRow, ChannelsRepository } from './channels.repository';
import { personalFields } from './subscription-change';
import { SubscriptionsRepository } from './subscriptions.repository';

type ListChannelsRequest = RequestOf<typeof listChannels>;
type Includes = Pick<
  ListChannelsRequest,
  | 'include_public'
  | 'include_web_public'
  | 'include_subscribed'
  | 'include_owner_subscribed'
  | 'include_can_access_content'
  | 'include_all'
>;

const SMALLEST_PARTIAL = 250;

interface Viewer {
  isGuest: boolean;
  isSubscribed: (channelId: number) => boolean;
  ownerIsSubscribed: (channelId: number) => boolean;
  hasMetadataAccess: (channel: DirectoryChannel) => boolean;
  hasContentAccess: (channel: DirectoryChannel) => boolean;
}

/** `GET /streams` and `GET /users/me/subscriptions` (channels.md 5.1, 5.6). */
@Injectable()
export class ChannelListingService {
  constructor(
    private readonly directory: Directory,
    private readonly channels: ChannelsRepository,
    private readonly subscriptions: SubscriptionsRepository,
  ) {}

  @Handles(listChannels)
  listChannels(ctx: ActorContext, request: ListChannelsRequest): Promise<RpcResponse<typeof listChannels>> {
    const { realmId, userId } = ctx.actor;
    return this.directory.decideConfirmed(realmId, async (view) => {
      const [users, groups, channels] = await Promise.all([view.users(), view.groups(), view.channels()]);
      const user = users.get(userId);
      if (!user) return { streams: [] };
      const [rows, subscribed, ownerSubscribed] = await Promise.all([
        this.channels.channelsOfRealm(realmId, request.exclude_archived),
        this.subscriptions.channelsOf(userId),
        user.botOwnerId !== null && request.include_owner_subscribed
          ? this.subscriptions.channelsOf(user.botOwnerId)
          : [],
      ]);
      const own = new Set(subscribed);
      const owners = new Set(ownerSubscribed);
      const access = (channelId: number) => ({
        user: policyUser(user),
        isSubscribed: own.has(channelId),
        groups: groups.graph,
      });
      const viewer: Viewer = {
        isGuest: isGuest(user),
        isSubscribed: (channelId) => own.has(channelId),
        ownerIsSubscribed: (channelId) => owners.has(channelId),
        hasMetadataAccess: (channel) => canAccessChannelMetadata(channel, access(channel.channelId)),
        hasContentAccess: (channel) => canAccessChannelContent(channel, access(channel.channelId)),
      };
      const values = groupValues(groups, users);
      const streams = rows
        .filter((row) => {
          const channel = channels.byId.get(row.id);
          return channel !== undefined && isIncluded(channel, request, viewer);
        })
        .map((row) => ({
          ...channelObject(row, values, trafficOf(row)),
          ...(request.include_default ? { is_default: row.is_default } : {}),
        }));
      return { streams: streams.sort(byName) };
    });
  }

  @Handles(listSubscriptions)
  listSubscriptions(
    ctx: ActorContext,
    { include_subscribers }: RequestOf<typeof listSubscriptions>,
  ): Promise<RpcResponse<typeof listSubscriptions>> {
    const { realmId, userId } = ctx.actor;
    return this.directory.decideConfirmed(realmId, async (view) => {
      const [users, groups] = await Promise.all([view.users(), view.groups()]);
      const rows = await this.subscriptions.ofUser(userId);
      const wanted = include_subscribers === 'false' ? [] : rows.map((row) => row.id);
      const subscribers = await this.subscriptions.subscribers(wanted);
      const isPartial = (row: ChannelRow) =>
        include_subscribers === 'partial' && row.subscriber_count >= SMALLEST_PARTIAL;
      const large = rows.filter(isPartial).flatMap((row) => subscribers.get(row.id) ?? []);
      const listed = await this.subscriptions.alwaysListed([...new Set(large)]);
      const values = groupValues(groups, users);
      const subscriptions = rows.map((row) => ({
        ...channelObject(row, values, trafficOf(row)),
        ...personalFields(row),
        ...subscriberFields(subscribers.get(row.id) ?? [], include_subscribers, isPartial(row) ? listed : null),
      }));
      return { subscriptions: subscriptions.sort(byName) };
    });
  }
}

/** The sources of channels.md 5.1 are joined by or; `include_all` overrides the others. */
function isIncluded(channel: DirectoryChannel, include: Includes, viewer: Viewer): boolean {
  if (!viewer.hasMetadataAccess(channel) && !viewer.ownerIsSubscribed(channel.channelId)) return false;
  if (include.include_all) return viewer.hasMetadataAccess(channel);
  return (
    (include.include_public && !viewer.isGuest && !channel.inviteOnly) ||
    (include.include_web_public && channel.isWebPublic && !channel.isArchived) ||
    (include.include_subscribed && viewer.isSubscribed(channel.channelId)) ||
    viewer.ownerIsSubscribed(channel.channelId) ||
    (include.include_can_access_content && viewer.hasContentAccess(channel))
  );
}

function subscriberFields(
  userIds: number[],
  include: 'true' | 'false' | 'partial',
  listed: ReadonlySet<number> | null,
) {
  if (include === 'false') return {};
  return listed ? { partial_subscribers: userIds.filter((userId) => listed.has(userId)) } : { subscribers: userIds };
}

function trafficOf(row: ChannelRow): number | null {
  return weeklyTraffic(row.recent_messages, Date.now() / 1000 - row.date_created);
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}
