import {
  getChannelMembers,
  setSubscriptionProperties,
  setTopicPolicy,
  subscribe,
  unsubscribe,
} from '@stoa/contracts/channels';
import { retried } from '../api/backoff';
import { call } from '../api/client';
import { act } from '../client/act';
import type { Client } from '../client/client';
import { applyEvents, changed } from '../store/apply';
import type { Channel, State, Subscription, UserTopic } from '../store/state';
import { topicKey } from '../store/topics';

/** What a subscriber may set with one value. */
export type Choices = Partial<{ [Name in keyof Subscription]: NonNullable<Subscription[Name]> }>;

function withChoices({ store }: Client, channelId: number, choices: Partial<Subscription>): void {
  store.update((state) => {
    const current = state.channels.get(channelId);
    if (!current?.subscription) return state;
    const subscription = { ...current.subscription, ...choices };
    return changed(state, (draft) => draft.write('channels').set(channelId, { ...current, subscription }));
  });
}

/** Changes what the user chose for a channel, at once; it is undone if the service refuses. */
export function setChoices(client: Client, { stream_id, subscription }: Channel, choices: Choices): void {
  if (!subscription) return;
  const names = Object.keys(choices);
  const before: Partial<Subscription> = Object.fromEntries(
    Object.entries(subscription).filter(([name]) => names.includes(name)),
  );
  withChoices(client, stream_id, choices);
  const subscription_data = Object.entries(choices).map(([property, value]) => ({ stream_id, property, value }));
  void act(() => call(setSubscriptionProperties, { subscription_data }), {
    undo: () => withChoices(client, stream_id, before),
  });
}

/** The event that follows brings the channel to the sidebar. */
export function subscribeTo({ name }: Channel): void {
  void act(() => call(subscribe, { subscriptions: [{ name }] }));
}

/** Brings people into a channel. @throws RequestRefused */
export function subscribePeople({ name }: Pick<Channel, 'name'>, userIds: readonly number[]): Promise<unknown> {
  return call(subscribe, { subscriptions: [{ name }], principals: [...userIds] });
}

/** The same, from where nothing waits for it; a refusal is said. */
export function subscribeOthers(channel: Pick<Channel, 'name'>, userIds: readonly number[]): void {
  void act(() => subscribePeople(channel, userIds));
}

export function unsubscribeFrom({ name }: Channel): void {
  void act(() => call(unsubscribe, { subscriptions: [name] }));
}

/** As the event will: topics without a policy leave the list. */
function withPolicy(state: State, row: UserTopic, visibility_policy: number): State {
  const event = { ...row, id: -1, type: 'user_topic', visibility_policy } as const;
  return applyEvents(state, [event], { now: Date.now() });
}

export type Policy = 0 | 1 | 2 | 3;

/** Sets how a topic reaches the user, at once; it is undone if the service refuses. */
export function setPolicy({ store }: Client, channelId: number, topic: string, policy: Policy): void {
  const before = store.get().userTopics.get(channelId)?.get(topicKey(topic));
  const row = before ?? {
    stream_id: channelId,
    topic_name: topic,
    visibility_policy: 0,
    last_updated: Math.floor(Date.now() / 1000),
  };
  store.update((state) => withPolicy(state, row, policy));
  void act(() => call(setTopicPolicy, { stream_id: channelId, topic: row.topic_name, visibility_policy: policy }), {
    undo: () => store.update((state) => withPolicy(state, row, row.visibility_policy)),
  });
}

/** The full list as of the answer, with what events said while it was asked for. */
function withMembers(state: State, channelId: number, members: readonly number[]): State {
  const known = state.subscribers.get(channelId);
  const ids = new Set(members);
  for (const [userId, isThere] of known?.since ?? []) {
    if (isThere) ids.add(userId);
    else ids.delete(userId);
  }
  return changed(state, (draft) => draft.write('subscribers').set(channelId, { ids, isComplete: true }));
}

/**
 * Learns who is subscribed to a channel, unless that is known; events that come meanwhile are newer than the answer.
 * @throws RequestRefused
 */
export async function loadSubscribers({ store }: Client, channelId: number, signal: AbortSignal): Promise<void> {
  const known = store.get().subscribers.get(channelId);
  if (known?.isComplete) return;
  const waiting = { ids: known?.ids ?? new Set<number>(), isComplete: false, since: new Map<number, boolean>() };
  store.update((state) => changed(state, (draft) => draft.write('subscribers').set(channelId, waiting)));
  const { subscribers } = await retried(() => call(getChannelMembers, { stream_id: channelId }), { signal });
  store.update((state) => withMembers(state, channelId, subscribers));
}
