import type { RegisterRequest } from '@stoa/contracts/users';
import type { UnreadGroup } from '@stoa/read-state-store';
import { topicText } from '../state/register-state';

/** A user's unread messages, and what mutes them. */
export interface UnreadState {
  viewerId: number;
  /** In no order; the messages of a topic may be in several. */
  groups: readonly UnreadGroup[];
  /** Older unread messages may be missing. */
  isCut: boolean;
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

  /**
   * By its topic's policy, or by its channel unless the topic is unmuted or followed (realtime.md 2.4).
   * @param key {@link topicKey} of the topic
   */
  isMuted(channelId: number, key: string): boolean {
    const policy = this.topics.get(key);
    return policy === MUTED || (this.mutedChannels.has(channelId) && policy !== UNMUTED && policy !== FOLLOWED);
  }
}

const MUTED = 1;
const UNMUTED = 2;
const FOLLOWED = 3;

function topicKey(channelId: number | null, topic: string): string {
  return `${channelId}:${topic.toLowerCase()}`;
}

/** Ids of messages by what they belong to. */
class IdLists<K, V> {
  private readonly lists = new Map<K, { value: V; ids: string[] }>();

  /**
   * Of several values of a key the one with the oldest message counts.
   * @param ids ascending, joined by commas
   */
  add(key: K, value: V, ids: string): void {
    const list = this.lists.get(key);
    if (!list) {
      this.lists.set(key, { value, ids: [ids] });
      return;
    }
    if (list.ids.every((others) => firstOf(ids) < firstOf(others))) list.value = value;
    list.ids.push(ids);
  }

  /**
   * JSON text of an array of objects.
   * @param members JSON text of those of one but for the ids
   */
  text(compare: (a: V, b: V) => number, members: (value: V) => string): string {
    const sorted = [...this.lists.values()].sort((a, b) => compare(a.value, b.value));
    return `[${sorted.map(({ value, ids }) => `{${members(value)},"unread_message_ids":[${ascending(ids)}]}`).join()}]`;
  }
}

function firstOf(ids: string): number {
  return Number.parseInt(ids, 10);
}

/** Few are in several lists: those of topics that are spelled in several ways, and of whom has tens of thousands. */
function ascending(lists: readonly string[]): string {
  const [only = ''] = lists;
  if (lists.length === 1) return only;
  const ids = lists.flatMap((list) => list.split(',').map(Number));
  return ids.sort((a, b) => a - b).join();
}

interface Topic {
  channelId: number;
  topic: string;
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** JSON text of `unread_msgs` (realtime.md 2.4). */
export function unreadText(
  { viewerId, groups, isCut, muting }: UnreadState,
  request: Pick<RegisterRequest, 'client_capabilities'>,
): string {
  const direct = new IdLists<number, number>();
  const huddles = new IdLists<string, string>();
  const topics = new IdLists<string, Topic>();
  const mentions: (readonly number[])[] = [];
  let unmuted = 0;
  for (const { channelId, topic, userIds, ids, count, mentioned, wildcardMentioned } of groups) {
    const key = topicKey(channelId, topic);
    const isMuted = channelId !== null && muting.isMuted(channelId, key);
    if (mentioned.length > 0) mentions.push(mentioned);
    if (wildcardMentioned.length > 0 && !isMuted) mentions.push(wildcardMentioned);
    if (!isMuted) unmuted += count;
    if (channelId !== null) {
      topics.add(key, { channelId, topic }, ids);
      continue;
    }
    const participants = userIds ?? [];
    const others = participants.filter((userId) => userId !== viewerId);
    const [other = viewerId] = others;
    if (others.length <= 1) direct.add(other, other, ids);
    else huddles.add(participants.join(), participants.join(), ids);
  }
  const pms = direct.text(
    (a, b) => a - b,
    (other) => `"other_user_id":${other},"sender_id":${other}`,
  );
  const streams = topics.text(
    (a, b) => a.channelId - b.channelId || byText(a.topic, b.topic),
    ({ channelId, topic }) => `"stream_id":${channelId},"topic":${JSON.stringify(topicText(topic, request))}`,
  );
  const groupTexts = huddles.text(byText, (userIds) => `"user_ids_string":"${userIds}"`);
  const mentioning = mentions.flat().sort((a, b) => a - b);
  const lists = `"pms":${pms},"streams":${streams},"huddles":${groupTexts},"mentions":[${mentioning.join()}]`;
  return `{"count":${unmuted},${lists},"old_unreads_missing":${isCut}}`;
}
