import type { ChannelMessage, Message } from './message';
import type { State, Subscription } from './state';
import { mentionOf } from './unread';
import { TopicPolicy, countsTowardHome, topicPolicy } from './unread-counts';

type NotifyingState = Pick<State, 'userId' | 'channels' | 'userTopics' | 'mutedUsers' | 'unreadPlaces' | 'settings'>;

/** How a message makes itself known beside the page. */
export interface Notifying {
  readonly isDesktop: boolean;
  readonly isSound: boolean;
}

const SILENT: Notifying = { isDesktop: false, isSound: false };

/** The settings that say it, for each of the two ways. */
const WAYS = {
  desktop: {
    ofChannel: 'desktop_notifications',
    channels: 'enable_stream_desktop_notifications',
    followed: 'enable_followed_topic_desktop_notifications',
    personal: 'enable_desktop_notifications',
  },
  sound: {
    ofChannel: 'audible_notifications',
    channels: 'enable_stream_audible_notifications',
    followed: 'enable_followed_topic_audible_notifications',
    personal: 'enable_sounds',
  },
} as const;
type Way = (typeof WAYS)[keyof typeof WAYS];

function subscriptionOf({ channels }: NotifyingState, message: ChannelMessage): Subscription | undefined {
  const channel = channels.get(message.stream_id);
  return channel?.isSubscribed ? channel.subscription : undefined;
}

function isFollowed(state: NotifyingState, message: ChannelMessage): boolean {
  return topicPolicy(state, message.stream_id, message.topic) === TopicPolicy.Followed;
}

/** Whether it may be told of at all (web-details.md J). */
function isNotifiable(state: NotifyingState, message: Message): boolean {
  const { id, sender_id, flags } = message;
  if (sender_id === state.userId || state.mutedUsers.has(sender_id)) return false;
  if (!state.unreadPlaces.has(id)) return false;
  if (message.type === 'private' || flags.has('mentioned')) return true;
  return countsTowardHome(state, message.stream_id, message.topic);
}

/** Whether a mention of everybody counts: the channel's own choice comes before the one for all channels. */
function wildcardCounts(state: NotifyingState, message: ChannelMessage): boolean {
  const { settings } = state;
  const ofChannel = subscriptionOf(state, message)?.wildcard_mentions_notify ?? settings.wildcard_mentions_notify;
  return ofChannel || (settings.enable_followed_topic_wildcard_mentions_notify && isFollowed(state, message));
}

function isPersonal(state: NotifyingState, message: Message): boolean {
  if (message.type === 'private' || message.flags.has('has_alert_word')) return true;
  const mention = mentionOf(message.flags);
  return mention === 'personal' || (mention === 'wildcard' && wildcardCounts(state, message));
}

function isTold(state: NotifyingState, message: Message, way: Way): boolean {
  const { settings } = state;
  if (settings[way.personal] && isPersonal(state, message)) return true;
  if (message.type === 'private') return false;
  if (settings[way.followed] && isFollowed(state, message)) return true;
  const subscription = subscriptionOf(state, message);
  return subscription !== undefined && (subscription[way.ofChannel] ?? settings[way.channels]);
}

/** How a message that has come, or that mentions the user since it was edited, is told of beside the page. */
export function notifyingOf(state: NotifyingState, message: Message): Notifying {
  if (!isNotifiable(state, message)) return SILENT;
  return {
    isDesktop: isTold(state, message, WAYS.desktop),
    isSound: state.settings.notification_sound !== 'none' && isTold(state, message, WAYS.sound),
  };
}
