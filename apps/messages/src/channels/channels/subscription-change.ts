import { ChannelObject, SubscriptionObject } from '@stoa/contracts/channels';
import { ChangeEvent, eventOf } from '@stoa/contracts/events';
import { type ChangeFacts, groupValues } from '@stoa/directory';
import { canAccessChannelMetadata, isGuest } from '@stoa/policy';
import { GroupValues, channelObject, weeklyTraffic } from '@stoa/wire-objects';
import { policyUser } from '../../access/policy-user';
import {
  couldSeeUnsubscribed,
  peerBatch,
  usersWithMetadataAccess,
} from '../../access/channel-access/channel-audiences';
import { ChannelState } from '../../access/channel-access/channel-state';
import { ChannelRow } from './channels.repository';
import { SubscriptionRow } from './subscriptions.repository';
import type { SubscriptionPlan } from './subscription-plan';

/** Channels with fewer subscribers always get the complete list (realtime.md 1.1). */
const SMALLEST_PARTIAL = 250;

export interface SubscribedChangeInput {
  facts: ChangeFacts;
  plan: SubscriptionPlan;
  /** The subscriptions that were started, after it. */
  rows: readonly SubscriptionRow[];
  /** The channels that changed, after it. */
  channelRows: readonly ChannelRow[];
  /** All default channels, if that list changed. */
  defaultChannelIds: number[] | null;
  /** Subscribers that partial lists contain: bots and recently active users. */
  alwaysListed: ReadonlySet<number>;
  /** What limited guests newly see (step 5). */
  guestEvents: readonly ChangeEvent[];
}

interface ChangedChannel {
  state: ChannelState;
  row: ChannelRow;
  object: ChannelObject;
  added: Set<number>;
  /** All subscribers, after it. */
  subscribers: Set<number>;
}

/** The events of creating and subscribing, in the order of channels.md 14.1. */
export function subscribedChange(input: SubscribedChangeInput): ChangeEvent[] {
  const channels = changedChannels(input);
  const events: ChangeEvent[] = [];
  for (const channel of channels)
    if (channel.state.isNew) events.push(createEvent(channel, creationAudience(input, channel), 0));
  if (input.defaultChannelIds) {
    const nonGuests = activeUsers(input).filter((user) => !isGuest(user));
    events.push(
      eventOf(
        'default_streams',
        { default_streams: input.defaultChannelIds },
        nonGuests.map((user) => user.id),
      ),
    );
  }
  for (const channel of channels) {
    const newcomers = [...channel.added].filter((userId) => {
      const user = input.facts.users.get(userId);
      return user && !couldSeeUnsubscribed(channel.state.channel, user, input.facts.groups.graph);
    });
    if (newcomers.length > 0) events.push(createEvent(channel, newcomers));
  }
  events.push(...addEvents(input, channels), ...input.guestEvents, ...peerAddEvents(input, channels));
  return events;
}

function changedChannels({ facts, plan, rows, channelRows }: SubscribedChangeInput): ChangedChannel[] {
  const now = Date.now() / 1000;
  return plan.channels.flatMap((state) => {
    const row = channelRows.find((candidate) => candidate.id === state.channel.channelId);
    if (!row) return [];
    const added = new Set(rows.filter((item) => item.channel_id === row.id).map((item) => item.user_id));
    const traffic = state.isNew ? null : weeklyTraffic(row.recent_messages, now - row.date_created);
    const object = channelObject(row, valuesWithNew(facts, state), traffic);
    return [{ state, row, object, added, subscribers: new Set([...state.members.keys(), ...added]) }];
  });
}

/** The directory does not know groups that this very transaction made. */
function valuesWithNew(facts: ChangeFacts, state: ChannelState): GroupValues {
  const known = groupValues(facts.groups, facts.users);
  return {
    valueOf: (groupId) => state.newGroupValues?.get(groupId) ?? known.valueOf(groupId),
    systemNameOf: (groupId) => known.systemNameOf(groupId),
    everyone: known.everyone,
  };
}

function activeUsers({ facts }: SubscribedChangeInput) {
  return [...facts.users.byId.values()].filter((user) => user.isActive);
}

/** @param subscriberCount without those whom a later `peer_add` announces: clients add up the announcements */
function createEvent(
  { object }: ChangedChannel,
  to: Iterable<number>,
  subscriberCount = object.subscriber_count,
): ChangeEvent {
  const streams = [{ ...object, subscriber_count: subscriberCount }];
  return eventOf('stream', 'create', { streams }, to);
}

/**
 * Step 1: users who can see the new channel without being subscribed. Its administrators are in a group made just now.
 */
function creationAudience({ facts }: SubscribedChangeInput, { state }: ChangedChannel): number[] {
  const { channel } = state;
  const administrators = state.newGroupValues?.get(channel.canAdministerChannelGroup);
  const listed = typeof administrators === 'object' ? new Set(administrators.direct_members) : new Set<number>();
  return [...facts.users.byId.values()]
    .filter((user) => {
      if (!user.isActive) return false;
      const viewer = policyUser(user);
      if (listed.has(user.id) && !isGuest(user)) return true;
      return canAccessChannelMetadata(channel, { user: viewer, isSubscribed: false, groups: facts.groups.graph });
    })
    .map((user) => user.id);
}

/** Step 4: one event per user with all its new channels; users with equal personal fields share one. */
function addEvents(input: SubscribedChangeInput, channels: readonly ChangedChannel[]): ChangeEvent[] {
  const byPayload = new Map<string, { subscriptions: SubscriptionObject[]; userIds: number[] }>();
  const rowsByUser = new Map<number, SubscriptionRow[]>();
  for (const row of input.rows) {
    const own = rowsByUser.get(row.user_id);
    if (own) own.push(row);
    else rowsByUser.set(row.user_id, [row]);
  }
  for (const [userId, rows] of rowsByUser) {
    const key = JSON.stringify(rows.map(({ id: _id, user_id: _userId, ...personal }) => personal));
    const known = byPayload.get(key);
    if (known) {
      known.userIds.push(userId);
      continue;
    }
    const subscriptions = channels.flatMap((channel) => {
      const row = rows.find((candidate) => candidate.channel_id === channel.row.id);
      return row ? [subscriptionObject(channel, row, input.alwaysListed)] : [];
    });
    byPayload.set(key, { subscriptions, userIds: [userId] });
  }
  return [...byPayload.values()].map(({ subscriptions, userIds }) =>
    eventOf('subscription', 'add', { subscriptions }, userIds),
  );
}

function subscriptionObject(
  channel: ChangedChannel,
  row: SubscriptionRow,
  alwaysListed: ReadonlySet<number>,
): SubscriptionObject {
  const subscribers = [...channel.subscribers].sort((a, b) => a - b);
  const isLarge = subscribers.length >= SMALLEST_PARTIAL;
  return {
    ...channel.object,
    ...personalFields(row),
    subscribers,
    ...(isLarge ? { partial_subscribers: subscribers.filter((userId) => alwaysListed.has(userId)) } : {}),
  };
}

/** A subscription's personal part (channels.md 3.2). */
export function personalFields(row: Omit<SubscriptionRow, 'id' | 'user_id' | 'channel_id'>) {
  return {
    color: row.color,
    is_muted: row.is_muted,
    in_home_view: !row.is_muted,
    pin_to_top: row.pin_to_top,
    desktop_notifications: row.desktop_notifications,
    audible_notifications: row.audible_notifications,
    push_notifications: row.push_notifications,
    email_notifications: row.email_notifications,
    wildcard_mentions_notify: row.wildcard_mentions_notify,
  };
}

function peerAddEvents(input: SubscribedChangeInput, channels: readonly ChangedChannel[]): ChangeEvent[] {
  return peerEvents(
    'peer_add',
    input.facts,
    channels.map(({ state, added, subscribers }) => ({ channel: state.channel, altered: added, subscribers })),
  );
}

export interface PeerChange {
  channel: ChannelState['channel'];
  altered: ReadonlySet<number>;
  /** After the change. */
  subscribers: ReadonlySet<number>;
}

/**
 * `peer_add` and `peer_remove`: to everybody who can see the channel but was not altered, merged where recipients
 * agree.
 */
export function peerEvents(
  op: 'peer_add' | 'peer_remove',
  facts: Pick<ChangeFacts, 'users' | 'groups'>,
  changes: readonly PeerChange[],
): ChangeEvent[] {
  const batches = new Map<string, { channelIds: number[]; userIds: number[]; to: number[] }>();
  for (const { channel, altered, subscribers } of changes) {
    if (altered.size === 0) continue;
    const userIds = [...altered].sort((a, b) => a - b);
    const hasGuests = [...subscribers].some((userId) => {
      const user = facts.users.get(userId);
      return user !== undefined && isGuest(user);
    });
    const batch = peerBatch(channel, hasGuests) ?? `channel ${channel.channelId}`;
    const key = `${batch}: ${userIds.join()}`;
    const known = batches.get(key);
    if (known) {
      known.channelIds.push(channel.channelId);
      continue;
    }
    const audience = usersWithMetadataAccess({
      channel,
      users: facts.users,
      groups: facts.groups,
      isSubscribed: (userId) => subscribers.has(userId),
    });
    batches.set(key, {
      channelIds: [channel.channelId],
      userIds,
      to: audience.filter((userId) => !altered.has(userId)),
    });
  }
  return [...batches.values()]
    .filter(({ to }) => to.length > 0)
    .map(({ channelIds, userIds, to }) =>
      eventOf('subscription', op, { stream_ids: channelIds, user_ids: userIds }, to),
    );
}
