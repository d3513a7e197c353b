import type { DirectKey } from '../store/conversation';
import type { State } from '../store/state';
import { isSameTopic } from '../store/topics';
import { TopicPolicy, topicPolicy } from '../store/unread-counts';
import { type ChannelSection, channelsInOrder } from './channel-sections';
import { unreadDirects, unreadTopics } from './unread-numbers';

export interface Topic {
  readonly channelId: number;
  readonly topic: string;
}

interface From {
  /** The topic that is open. */
  topic?: Topic;
  /** The channel that is open. */
  channelId?: number;
  /** Only topics that the user follows. */
  isFollowedOnly?: boolean;
  sections: readonly ChannelSection[];
}

/** Topics with unread messages that count, channel by channel as the sidebar shows them. */
function candidates(state: State, { sections, isFollowedOnly }: From): Topic[] {
  return channelsInOrder(sections)
    .flatMap((channel) => unreadTopics(state, channel.stream_id))
    .filter(({ channelId, topic }) => !isFollowedOnly || topicPolicy(state, channelId, topic) === TopicPolicy.Followed);
}

/**
 * Where reading goes on (web-details.md H, key N): the other topics of this channel, then later channels, then those before.
 * Undefined when nothing is left.
 */
export function nextUnreadTopic(state: State, from: From): Topic | undefined {
  const { topic: open, channelId = open?.channelId } = from;
  const all = candidates(state, from).filter(
    (found) => !(open && found.channelId === open.channelId && isSameTopic(found.topic, open.topic)),
  );
  const order = channelsInOrder(from.sections).map(({ stream_id }) => stream_id);
  const here = channelId === undefined ? -1 : order.indexOf(channelId);
  return all.find((found) => order.indexOf(found.channelId) >= here) ?? all[0];
}

/** The next direct conversation with unread messages: after the open one in the list, else the first. */
export function nextUnreadDirect(state: State, open?: DirectKey): DirectKey | undefined {
  const keys = unreadDirects(state).map(({ key }) => key);
  const others = keys.filter((key) => key !== open);
  const after = open === undefined ? undefined : keys[keys.indexOf(open) + 1];
  return after !== undefined && keys.includes(open ?? '') ? after : others[0];
}
