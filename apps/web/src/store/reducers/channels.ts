import type { Draft } from '../draft';
import { channelFrom } from '../snapshot';
import type { Channel, State, Subscribers } from '../state';
import { removeUnread, unreadOfChannel } from '../unread';
import type { EventOf, EventWith } from './event';

/** `stream`: the channels that exist for the user (channels.md 13.1). */
export function applyChannel(draft: Draft<State>, event: EventOf<'stream'>): void {
  switch (event.op) {
    case 'create':
      for (const channel of event.streams) create(draft, channel);
      return;
    case 'delete':
      for (const id of event.stream_ids) forget(draft, id);
      return;
    case 'update':
      update(draft, event);
  }
}

function create(draft: Draft<State>, created: EventWith<'stream', 'create'>['streams'][number]): void {
  const known = draft.state.channels.get(created.stream_id);
  draft.write('channels').set(created.stream_id, { isSubscribed: false, ...known, ...created });
  // Who is subscribed follows in events of its own.
  if (!known) draft.write('subscribers').set(created.stream_id, { ids: new Set(), isComplete: true });
}

/** The channel is not visible any more: nothing of it counts. */
function forget(draft: Draft<State>, id: number): void {
  removeUnread(draft, unreadOfChannel(draft.state, id));
  draft.write('channels').delete(id);
  draft.write('subscribers').delete(id);
  if (draft.state.topics.has(id)) draft.write('topics').delete(id);
}

function update(draft: Draft<State>, event: EventWith<'stream', 'update'>): void {
  const { stream_id, property, value, rendered_description, history_public_to_subscribers, is_web_public } = event;
  const beside = { rendered_description, history_public_to_subscribers, is_web_public };
  const told = Object.fromEntries(Object.entries(beside).filter(([, side]) => side !== undefined));
  changeChannel(draft, stream_id, (channel) => ({ ...channel, [property]: value, ...told }));
}

function changeChannel(draft: Draft<State>, id: number, change: (channel: Channel) => Channel): void {
  const channel = draft.state.channels.get(id);
  if (channel) draft.write('channels').set(id, change(channel));
}

/** `subscription`: which channels the user and others are subscribed to (channels.md 13.2). */
export function applySubscription(draft: Draft<State>, event: EventOf<'subscription'>): void {
  switch (event.op) {
    case 'add':
      for (const wire of event.subscriptions) subscribe(draft, wire);
      return;
    case 'remove':
      for (const { stream_id } of event.subscriptions) unsubscribe(draft, stream_id);
      return;
    case 'update':
      return choose(draft, event);
    case 'peer_add':
    case 'peer_remove':
      for (const id of event.stream_ids) applyPeers(draft, id, event);
  }
}

function subscribe(draft: Draft<State>, wire: EventWith<'subscription', 'add'>['subscriptions'][number]): void {
  const [channel, subscribers] = channelFrom(wire, true);
  draft.write('channels').set(channel.stream_id, channel);
  const { since } = draft.state.subscribers.get(channel.stream_id) ?? {};
  if (subscribers) draft.write('subscribers').set(channel.stream_id, since ? { ...subscribers, since } : subscribers);
}

/** Unread messages of a channel that the user has left do not count; what is open of it stays open. */
function unsubscribe(draft: Draft<State>, id: number): void {
  const channel = draft.state.channels.get(id);
  if (!channel?.isSubscribed) return;
  const subscriber_count = channel.subscriber_count - 1;
  draft.write('channels').set(id, { ...channel, isSubscribed: false, subscriber_count });
  changeSubscribers(draft, id, [draft.state.userId], false);
  removeUnread(draft, unreadOfChannel(draft.state, id));
}

/** One personal property; deprecated ones are not kept. */
function choose(draft: Draft<State>, { stream_id, property, value }: EventWith<'subscription', 'update'>): void {
  changeChannel(draft, stream_id, (channel) => {
    const { subscription } = channel;
    if (!subscription || !(property in subscription)) return channel;
    return { ...channel, subscription: { ...subscription, [property]: value } };
  });
}

/** Where the whole list is known the count is its length; else those count who were not known to be there. */
function applyPeers(
  draft: Draft<State>,
  id: number,
  event: EventWith<'subscription', 'peer_add' | 'peer_remove'>,
): void {
  const isAdded = event.op === 'peer_add';
  const before = draft.state.subscribers.get(id);
  const changed = isAdded ? event.user_ids.filter((userId) => !before?.ids.has(userId)).length : event.user_ids.length;
  changeSubscribers(draft, id, event.user_ids, isAdded);
  const known = draft.state.subscribers.get(id);
  changeChannel(draft, id, (channel) => {
    const counted = channel.subscriber_count + (isAdded ? changed : -changed);
    return { ...channel, subscriber_count: known?.isComplete ? known.ids.size : counted };
  });
}

function changeSubscribers(draft: Draft<State>, id: number, userIds: readonly number[], isAdded: boolean): void {
  const known = draft.state.subscribers.get(id);
  if (!known) return;
  const ids = new Set(known.ids);
  const since = known.since && new Map(known.since);
  for (const userId of userIds) {
    if (isAdded) ids.add(userId);
    else ids.delete(userId);
    since?.set(userId, isAdded);
  }
  const changed: Subscribers = { ...known, ids };
  draft.write('subscribers').set(id, since ? { ...changed, since } : changed);
}

export function applyDefaults(draft: Draft<State>, event: EventOf<'default_streams'>): void {
  draft.set('defaultChannels', new Set(event.default_streams));
}

export function applyDefaultGroups(draft: Draft<State>, event: EventOf<'default_stream_groups'>): void {
  draft.set('defaultChannelGroups', event.default_stream_groups);
}

/** `channel_folder`: a folder's place is in `order`. */
export function applyFolder(draft: Draft<State>, event: EventOf<'channel_folder'>): void {
  const folders = draft.write('folders');
  if (event.op === 'add') {
    folders.set(event.channel_folder.id, event.channel_folder);
    return;
  }
  if (event.op === 'update') {
    const folder = folders.get(event.channel_folder_id);
    if (folder) folders.set(folder.id, { ...folder, ...event.data });
    return;
  }
  for (const [order, id] of event.order.entries()) {
    const folder = folders.get(id);
    if (folder) folders.set(id, { ...folder, order });
  }
}
