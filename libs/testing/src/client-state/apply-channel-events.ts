import { Static } from '@sinclair/typebox';
import {
  ChannelCreateEventSchema,
  ChannelDeleteEventSchema,
  ChannelUpdateEventSchema,
  SubscriptionAddEventSchema,
  SubscriptionPeerEventSchema,
  SubscriptionRemoveEventSchema,
  SubscriptionUpdateEventSchema,
} from '@stoa/contracts/events';
import { CHANNEL_LISTS, ClientState, StateChannel, byName, copiesOf, withIds, withoutIds } from './client-state';

type SubscriptionEvent =
  | Static<typeof SubscriptionAddEventSchema>
  | Static<typeof SubscriptionRemoveEventSchema>
  | Static<typeof SubscriptionUpdateEventSchema>
  | Static<typeof SubscriptionPeerEventSchema>;
type ChannelEvent =
  | Static<typeof ChannelCreateEventSchema>
  | Static<typeof ChannelDeleteEventSchema>
  | Static<typeof ChannelUpdateEventSchema>;

/** `stream` events: the channels that exist for the user (channels.md 13.1). */
export function applyChannelEvent(state: ClientState, event: ChannelEvent): void {
  switch (event.op) {
    case 'create':
      for (const channel of event.streams) create(state, channel);
      return;
    case 'delete':
      for (const channelId of event.stream_ids) removeFrom(state, channelId, CHANNEL_LISTS);
      return;
    case 'update':
      update(state, event);
  }
}

function create(state: ClientState, channel: StateChannel): void {
  if (state.streams) state.streams = inserted(state.streams, { ...channel });
  const isKnown = copiesOf({ ...state, streams: [] }, channel.stream_id).length > 0;
  if (!state.never_subscribed || isKnown) return;
  state.never_subscribed = inserted(state.never_subscribed, {
    ...channel,
    ...(listsSubscribers(state) ? { subscribers: [] } : {}),
  });
}

/** Clients that asked for subscribers get them with every channel. */
function listsSubscribers(state: ClientState): boolean {
  const known = [...(state.subscriptions ?? []), ...(state.unsubscribed ?? []), ...(state.never_subscribed ?? [])];
  return known.some((channel) => channel.subscribers !== undefined || channel.partial_subscribers !== undefined);
}

function update(state: ClientState, event: Static<typeof ChannelUpdateEventSchema>): void {
  const { property, value, rendered_description, history_public_to_subscribers, is_web_public } = event;
  const beside = { rendered_description, history_public_to_subscribers, is_web_public };
  const changes = Object.entries({ [property]: value, ...beside }).filter(([, changed]) => changed !== undefined);
  for (const channel of copiesOf(state, event.stream_id)) Object.assign(channel, Object.fromEntries(changes));
  if (property === 'name') for (const list of CHANNEL_LISTS) state[list]?.sort(byName);
}

/** `subscription` events: which list a channel is in, and who else is subscribed (channels.md 13.2). */
export function applySubscriptionEvent(state: ClientState, event: SubscriptionEvent): void {
  switch (event.op) {
    case 'add':
      for (const subscription of event.subscriptions) subscribed(state, subscription);
      return;
    case 'remove':
      for (const { stream_id } of event.subscriptions) unsubscribed(state, stream_id);
      return;
    case 'update':
      for (const channel of state.subscriptions ?? []) {
        if (channel.stream_id === event.stream_id) channel[event.property] = event.value;
      }
      return;
    case 'peer_add':
    case 'peer_remove':
      for (const channelId of event.stream_ids) applyPeers(copiesOf(state, channelId), event.op, event.user_ids);
  }
}

function subscribed(state: ClientState, subscription: StateChannel): void {
  if (!state.subscriptions) return;
  removeFrom(state, subscription.stream_id, ['subscriptions', 'unsubscribed', 'never_subscribed']);
  state.subscriptions = inserted(state.subscriptions, subscription);
  for (const channel of copiesOf(state, subscription.stream_id)) {
    channel.subscriber_count = subscription.subscriber_count;
  }
}

function unsubscribed(state: ClientState, channelId: number): void {
  const own = state.user_id === undefined ? [] : [state.user_id];
  const channel = state.subscriptions?.find(({ stream_id }) => stream_id === channelId);
  for (const copy of copiesOf(state, channelId)) copy.subscriber_count -= 1;
  if (!channel || !state.unsubscribed) return;
  removeFrom(state, channelId, ['subscriptions']);
  if (channel.subscribers) channel.subscribers = withoutIds(channel.subscribers, own);
  if (channel.partial_subscribers) channel.partial_subscribers = withoutIds(channel.partial_subscribers, own);
  state.unsubscribed = inserted(state.unsubscribed, channel);
  forgetUnread(state, channelId);
}

/** Unread messages of a channel that the user has left do not count (realtime.md 2.4). */
function forgetUnread(state: ClientState, channelId: number): void {
  const unread = state.unread_msgs;
  if (!unread) return;
  const gone = unread.streams.filter((topic) => topic.stream_id === channelId);
  unread.streams = unread.streams.filter((topic) => topic.stream_id !== channelId);
  for (const topic of gone) unread.mentions = withoutIds(unread.mentions, topic.unread_message_ids);
}

/** The number of subscribers is that of the list, where a copy has the whole list. */
function applyPeers(copies: readonly StateChannel[], op: 'peer_add' | 'peer_remove', userIds: readonly number[]): void {
  const change = op === 'peer_add' ? withIds : withoutIds;
  for (const channel of copies) {
    if (channel.subscribers) channel.subscribers = change(channel.subscribers, userIds);
    if (channel.partial_subscribers) channel.partial_subscribers = change(channel.partial_subscribers, userIds);
  }
  const known = copies.find(({ subscribers }) => subscribers !== undefined)?.subscribers?.length;
  const delta = op === 'peer_add' ? userIds.length : -userIds.length;
  for (const channel of copies) channel.subscriber_count = known ?? channel.subscriber_count + delta;
}

function inserted(list: readonly StateChannel[], channel: StateChannel): StateChannel[] {
  return [...list.filter(({ stream_id }) => stream_id !== channel.stream_id), channel].sort(byName);
}

function removeFrom(state: ClientState, channelId: number, lists: readonly (typeof CHANNEL_LISTS)[number][]): void {
  for (const list of lists) {
    const channels = state[list];
    if (channels) state[list] = channels.filter(({ stream_id }) => stream_id !== channelId);
  }
}
