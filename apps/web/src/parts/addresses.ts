import { namesOf } from '../client/client';
import { encodeComponent, narrowAddress, topicsAddress } from '../narrow/address';
import { channelNarrow, directNarrow, topicNarrow } from '../narrow/terms';
import { type DirectKey, usersOf } from '../store/conversation';
import { type Message, conversationOf } from '../store/message';
import type { Channel, State } from '../store/state';
import { topicKey } from '../store/topics';
import { unreadTopics } from './unread-numbers';

/** The view that the user calls home. */
export function homeAddress({ settings }: Pick<State, 'settings'>): string {
  switch (settings.web_home_view) {
    case 'recent':
      return '#recent';
    case 'all_messages':
      return '#feed';
    default:
      return '#inbox';
  }
}

export function topicAddress(state: State, channelId: number, topic: string): string {
  return narrowAddress(topicNarrow(channelId, topic), namesOf(state));
}

export function directAddress(state: State, key: DirectKey): string {
  return narrowAddress(directNarrow(usersOf(key)), namesOf(state));
}

export function channelFeedAddress(state: State, channelId: number): string {
  return narrowAddress(channelNarrow(channelId), namesOf(state));
}

/** Topics of a channel that hold nothing back: the channel allows only the empty one. */
const ONLY_EMPTY = 'empty_topic_only';
const ChannelView = { TopTopic: 1, Feed: 2, Topics: 3, TopUnreadTopic: 4 } as const;

/** Where a click on a channel leads, as the user has chosen (`web_channel_default_view`). */
export function channelAddress(state: State, channelId: number): string {
  const feed = channelFeedAddress(state, channelId);
  if (state.channels.get(channelId)?.topics_policy === ONLY_EMPTY) return feed;
  const view = state.settings.web_channel_default_view;
  if (view === ChannelView.Feed) return feed;
  if (view === ChannelView.Topics) return topicsAddress(channelId, namesOf(state));
  const newestUnread = view === ChannelView.TopUnreadTopic ? unreadTopics(state, channelId)[0]?.topic : undefined;
  const topic = newestUnread ?? topTopic(state, channelId);
  return topic === undefined ? feed : topicAddress(state, channelId, topic);
}

/** The topic with the newest message; undefined while the topics of the channel are not known. */
function topTopic(state: State, channelId: number): string | undefined {
  const topics = [...(state.topics.get(channelId)?.values() ?? [])];
  return topics.sort((a, b) => b.maxId - a.maxId)[0]?.name;
}

function conversationAddress(state: State, message: Message): string {
  const conversation = conversationOf(message);
  return conversation.kind === 'topic'
    ? topicAddress(state, conversation.channelId, conversation.topic)
    : directAddress(state, conversation.key);
}

/** A message in its conversation, to be looked up: it and what is around it stay unread. */
export function messageAddress(state: State, message: Message): string {
  return `${conversationAddress(state, message)}/near/${message.id}`;
}

/** The conversation of a message, to be read on from there, wherever the message has been moved. */
export function readingAddress(state: State, message: Message): string {
  return `${conversationAddress(state, message)}/with/${message.id}`;
}

/** A topic for links that are kept: they lead to it under its later names, too. */
export function lastingTopicAddress(state: State, channelId: number, topic: string): string {
  const address = topicAddress(state, channelId, topic);
  const newest = state.topics.get(channelId)?.get(topicKey(topic))?.maxId;
  return newest === undefined ? address : `${address}/with/${newest}`;
}

/** Pages of a channel's settings (web.md 3.1). */
export const CHANNEL_TABS = ['general', 'personal', 'subscribers', 'permissions'] as const;
export type ChannelTab = (typeof CHANNEL_TABS)[number];

/** Where permissions of the organization are set, which also says who sets them. */
export const ORGANIZATION_PERMISSIONS = '#organization/organization-permissions';

/** The settings of a channel, over the view that is open. */
export function channelSettingsAddress(
  { stream_id, name }: Pick<Channel, 'stream_id' | 'name'>,
  tab: ChannelTab,
): string {
  return `#channels/${stream_id}/${encodeComponent(name.replaceAll(' ', '-'))}/${tab}`;
}
