import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@stoa/contracts/rpc';
import { setSubscriptionProperties, setSubscriptionProperty } from '@stoa/contracts/channels';
import { eventOf } from '@stoa/contracts/events';
import { badRequest, invalidChannelId } from '@stoa/errors';
import { Database, lockUser, setKeys } from '@stoa/database';
import { Directory } from '@stoa/directory';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { unquoted } from '@stoa/http-params';
import { isAccessible } from '../../access/channel-access/channel-access';
import { SubscriptionsRepository } from '../channels/subscriptions.repository';
import { policyUser } from '../../access/policy-user';
import { subscriptionChange, toldProperties } from './subscription-properties';
import { SubscriptionSettingsRepository } from './subscription-settings.repository';

/** What a request sets, by channel. */
type Wishes = RequestOf<typeof setSubscriptionProperties>['subscription_data'];

/** Personal settings of subscriptions (channels.md 9): all that a request names, or nothing. */
@Injectable()
export class SubscriptionSettingsService {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly repository: SubscriptionSettingsRepository,
  ) {}

  /** @throws DomainError with the texts of channels.md 9.1, values before channels */
  @Handles(setSubscriptionProperties)
  setAll(ctx: ActorContext, request: RequestOf<typeof setSubscriptionProperties>): Promise<void> {
    return this.set(ctx, request.subscription_data);
  }

  /** @throws DomainError as for several */
  @Handles(setSubscriptionProperty)
  setOne(ctx: ActorContext, request: RequestOf<typeof setSubscriptionProperty>): Promise<void> {
    const { stream_id, property, value } = request;
    return this.set(ctx, [{ stream_id, property, value: propertyValue(value) }]);
  }

  private async set(ctx: ActorContext, wishes: Wishes): Promise<void> {
    const changes = wishes.map(({ stream_id: channelId, property, value }, index) => ({
      channelId,
      change: subscriptionChange(property, value, index),
    }));
    if (changes.length === 0) return;
    const channelIds = changes.map(({ channelId }) => channelId);
    await this.checkAccess(ctx, channelIds);
    const { userId } = ctx.actor;
    await this.database.write(ctx, [lockUser(userId)], async (tx) => {
      const stored = await this.repository.store(tx, userId, changes);
      for (const channelId of channelIds) {
        if (!stored.has(channelId)) throw badRequest(`Not subscribed to channel ID ${channelId}`);
      }
      for (const { channelId, change } of changes) {
        // Copies of a channel's members know who muted it.
        const id = stored.get(channelId);
        if (change.property === 'is_muted' && id !== undefined) {
          tx.bump(setKeys.channel(channelId), { table: 'subscription', ids: [id] });
        }
        for (const told of toldProperties(change)) {
          tx.emit(eventOf('subscription', 'update', { stream_id: channelId, ...told }, [userId]));
        }
      }
    });
  }

  private checkAccess(ctx: ActorContext, channelIds: readonly number[]): Promise<void> {
    const { realmId, userId } = ctx.actor;
    return this.directory.decideConfirmed(realmId, async (view) => {
      const [users, groups, channels] = await Promise.all([view.users(), view.groups(), view.channels()]);
      const user = users.get(userId);
      const subscribed = new Set(await this.subscriptions.channelsOf(userId));
      for (const channelId of channelIds) {
        const channel = channels.byId.get(channelId);
        const isSubscribed = subscribed.has(channelId);
        const requirement = { access: 'metadata', isActive: true } as const;
        const isKnown =
          user &&
          channel &&
          isAccessible(channel, { user: policyUser(user), isSubscribed, groups: groups.graph }, requirement);
        if (!isKnown) throw invalidChannelId();
        if (!isSubscribed) throw badRequest(`Not subscribed to channel ID ${channelId}`);
      }
    });
  }
}

/** A boolean is sent as JSON, a colour raw or quoted. */
function propertyValue(text: string): boolean | string {
  if (text === 'true' || text === 'false') return text === 'true';
  return unquoted(text);
}
