import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';
import { MembershipRepository } from '@stoa/read-state-store';
import { CHANNEL_OBJECT_COLUMNS, ChannelRow } from './channels.repository';

/** A subscription's personal fields (channels.md 3.2). */
export interface SubscriptionRow extends RowOf<
  'Subscription',
  | 'user_id'
  | 'channel_id'
  | 'color'
  | 'is_muted'
  | 'pin_to_top'
  | 'desktop_notifications'
  | 'audible_notifications'
  | 'push_notifications'
  | 'email_notifications'
  | 'wildcard_mentions_notify'
> {
  id: number;
}

/** What subscribing is about to write. */
export interface NewSubscription {
  userId: number;
  channelId: number;
  recipientId: number;
  /** Of a subscription that never was; a resumed one keeps its own. */
  color: string;
}

const COLUMNS_WITHOUT_ID = `s.user_id, s.channel_id, s.color, s.is_muted, s.pin_to_top, s.desktop_notifications,
  s.audible_notifications, s.push_notifications, s.email_notifications, s.wildcard_mentions_notify`;
const SUBSCRIPTION_COLUMNS = `s.id, ${COLUMNS_WITHOUT_ID}`;

@Injectable()
export class SubscriptionsRepository {
  constructor(
    private readonly database: Database,
    private readonly memberships: MembershipRepository,
  ) {}

  /** Active subscriptions of one user to channels that are not archived. */
  async ofUser(userId: number): Promise<(SubscriptionRow & ChannelRow)[]> {
    return this.database.query<SubscriptionRow & ChannelRow>(
      'subscriptions_of_user',
      `SELECT ${CHANNEL_OBJECT_COLUMNS}, ${COLUMNS_WITHOUT_ID}, c.recipient_id, false AS is_default,
         COALESCE((SELECT sum(t.messages) FROM channel_traffic t
           WHERE t.channel_id = c.id AND t.day > current_date - 28), 0)::int AS recent_messages
       FROM subscription s JOIN channel c ON c.id = s.channel_id
       WHERE s.user_id = $1 AND s.active AND NOT c.is_archived`,
      [userId],
    );
  }

  /** Ids of active subscribers (of active accounts), ascending, by channel. */
  async subscribers(channelIds: readonly number[]): Promise<Map<number, number[]>> {
    const rows = await this.database.query<RowOf<'Subscription', 'channel_id'> & { user_ids: number[] }>(
      'subscribers_of_channels',
      `SELECT s.channel_id, array_agg(s.user_id ORDER BY s.user_id) AS user_ids
       FROM subscription s JOIN account a ON a.id = s.user_id AND a.is_active
       WHERE s.channel_id = ANY($1::int[]) AND s.active GROUP BY s.channel_id`,
      [channelIds],
    );
    return new Map(rows.map((row) => [row.channel_id, row.user_ids]));
  }

  /** Bots, and users who were active in the last 14 days (realtime.md 1.1). */
  async alwaysListed(userIds: readonly number[]): Promise<Set<number>> {
    const rows = await this.database.query<RowOf<'Account', 'id'>>(
      'always_listed_subscribers',
      `SELECT a.id FROM account a LEFT JOIN presence p ON p.user_id = a.id
       WHERE a.id = ANY($1::int[]) AND (a.is_bot OR p.last_connected_at >= now() - interval '14 days')`,
      [userIds],
    );
    return new Set(rows.map((row) => row.id));
  }

  async channelsOf(userId: number): Promise<number[]> {
    const rows = await this.database.query<RowOf<'Subscription', 'channel_id'>>(
      'subscribed_channel_ids',
      'SELECT channel_id FROM subscription WHERE user_id = $1 AND active',
      [userId],
    );
    return rows.map((row) => row.channel_id);
  }

  /** Colours that users have given to any subscription, ended ones included. */
  async colors(tx: WriteTransaction, userIds: readonly number[]): Promise<Map<number, string[]>> {
    const rows = await tx.query<RowOf<'Subscription', 'user_id'> & { colors: string[] }>(
      'SELECT user_id, array_agg(color) AS colors FROM subscription WHERE user_id = ANY($1::int[]) GROUP BY user_id',
      [userIds],
    );
    return new Map(rows.map((row) => [row.user_id, row.colors]));
  }

  /**
   * Starts or resumes subscriptions and opens their spans; the caller holds the channels' exclusive locks and passes
   * pairs that are not active. @returns the rows after it
   */
  async activate(tx: WriteTransaction, subscriptions: readonly NewSubscription[]): Promise<SubscriptionRow[]> {
    const userIds = subscriptions.map((subscription) => subscription.userId);
    const channelIds = subscriptions.map((subscription) => subscription.channelId);
    const rows = await tx.query<SubscriptionRow & { was_active: boolean }>(
      `WITH given AS (SELECT * FROM unnest($1::int[], $2::int[], $3::text[]) AS g (user_id, channel_id, color)),
       known AS (SELECT s.id FROM subscription s JOIN given USING (user_id, channel_id) WHERE s.active)
       INSERT INTO subscription AS s (user_id, channel_id, color) SELECT * FROM given
       ON CONFLICT (user_id, channel_id) DO UPDATE SET active = true
       RETURNING ${SUBSCRIPTION_COLUMNS}, s.id IN (SELECT id FROM known) AS was_active`,
      [userIds, channelIds, subscriptions.map((subscription) => subscription.color)],
    );
    await this.memberships.openSpans(tx, subscriptions);
    const joined = rows.filter((row) => !row.was_active).map((row) => row.channel_id);
    await this.count(tx, joined, 1);
    return rows;
  }

  /**
   * Ends subscriptions and their spans; likewise under the exclusive locks. @returns the rows, and the id below which
   * the messages are that these users may have received
   */
  async deactivate(
    tx: WriteTransaction,
    ended: readonly { userId: number; channelId: number; recipientId: number }[],
  ): Promise<{ rows: { id: number; channel_id: number }[]; boundaryId: number }> {
    const userIds = ended.map((subscription) => subscription.userId);
    const channelIds = ended.map((subscription) => subscription.channelId);
    const rows = await tx.query<RowOf<'Subscription', 'id' | 'channel_id'>>(
      `UPDATE subscription s SET active = false FROM unnest($1::int[], $2::int[]) AS e (user_id, channel_id)
       WHERE s.user_id = e.user_id AND s.channel_id = e.channel_id AND s.active RETURNING s.id, s.channel_id`,
      [userIds, channelIds],
    );
    const boundaryId = (await this.memberships.closeSpans(tx, ended)) ?? 0;
    const left = rows.map((row) => row.channel_id);
    await this.count(tx, left, -1);
    return { rows, boundaryId };
  }

  /** Only active accounts are subscribed and unsubscribed, so the counts move by the rows that changed, whatever was asked for. */
  private async count(tx: WriteTransaction, channelIds: readonly number[], step: 1 | -1): Promise<void> {
    await tx.query(
      `UPDATE channel c SET subscriber_count = c.subscriber_count + n.changed * $2::int
       FROM (SELECT id, count(*)::int AS changed FROM unnest($1::int[]) AS id GROUP BY id) n WHERE c.id = n.id`,
      [channelIds, step],
    );
  }
}
