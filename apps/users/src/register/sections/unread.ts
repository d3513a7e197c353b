import { RegisterRequest, UnreadMessages } from '@stoa/contracts/users';
import type { UnreadMessage } from '@stoa/read-state-store';
import { topicText } from '../state/register-state';

/** A user's unread messages, ascending by id, and what they are grouped and muted by. */
export interface UnreadState {
  viewerId: number;
  messages: readonly UnreadMessage[];
  /** Older unread messages may be missing. */
  isCut: boolean;
  /** Of direct conversations, by recipient id: all participants, ascending. */
  participants: ReadonlyMap<number, readonly number[]>;
  muting: Muting;
}

/** What mutes a channel message for a user. */
export class Muting {
  private readonly topics = new Map<string, number>();

  constructor(
    private readonly mutedChannels: ReadonlySet<number>,
    policies: Iterable<{ channel_id: number; topic: string; visibility_policy: number }>,
  ) {
    for (const row of policies) this.topics.set(topicKey(row.channel_id, row.topic), row.visibility_policy);
  }

  /** By its topic's policy, or by its channel unless the topic is unmuted or followed (realtime.md 2.4). */
  isMuted(channelId: number, topic: string): boolean {
    const policy = this.topics.get(topicKey(channelId, topic));
    return policy === MUTED || (this.mutedChannels.has(channelId) && policy !== UNMUTED && policy !== FOLLOWED);
  }
}

const MUTED = 1;
const UNMUTED = 2;
const FOLLOWED = 3;

function topicKey(channelId: number, topic: string): string {
  return `${channelId}:${topic.toLowerCase()}`;
}

/** Ids of messages by what they belong to, in the order of first appearance. */
class IdLists<K, V> {
  private readonly lists = new Map<K, { value: V; ids: number[] }>();

  add(key: K, value: V, id: number): void {
    const list = this.lists.get(key);
    if (list) list.ids.push(id);
    else this.lists.set(key, { value, ids: [id] });
  }

  sorted(compare: (a: V, b: V) => number): { value: V; ids: number[] }[] {
    return [...this.lists.values()].sort((a, b) => compare(a.value, b.value));
  }
}

interface Topic {
  channelId: number;
  topic: string;
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** `unread_msgs` (realtime.md 2.4). */
export function unreadMessages(
  state: UnreadState,
  request: Pick<RegisterRequest, 'client_capabilities'>,
): UnreadMessages {
  const { viewerId, muting } = state;
  const direct = new IdLists<number, number>();
  const groups = new IdLists<string, string>();
  const topics = new IdLists<string, Topic>();
  const mentions: number[] = [];
  let count = 0;
  for (const message of state.messages) {
    const { id, channelId, topic } = message;
    const isMuted = channelId !== null && muting.isMuted(channelId, topic);
    if (message.isMentioned || (message.isWildcardMentioned && !isMuted)) mentions.push(id);
    if (!isMuted) count++;
    if (channelId !== null) {
      topics.add(topicKey(channelId, topic), { channelId, topic }, id);
      continue;
    }
    const participants = state.participants.get(message.recipientId) ?? [];
    const others = participants.filter((userId) => userId !== viewerId);
    const [other = viewerId] = others;
    if (others.length <= 1) direct.add(other, other, id);
    else groups.add(participants.join(), participants.join(), id);
  }
  return {
    count,
    pms: direct
      .sorted((a, b) => a - b)
      .map(({ value, ids }) => ({ other_user_id: value, sender_id: value, unread_message_ids: ids })),
    streams: topics
      .sorted((a, b) => a.channelId - b.channelId || byText(a.topic, b.topic))
      .map(({ value, ids }) => ({
        stream_id: value.channelId,
        topic: topicText(value.topic, request),
        unread_message_ids: ids,
      })),
    huddles: groups.sorted(byText).map(({ value, ids }) => ({ user_ids_string: value, unread_message_ids: ids })),
    mentions,
    old_unreads_missing: state.isCut,
  };
}
