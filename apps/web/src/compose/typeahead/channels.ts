import type { Channel, State } from '../../store/state';
import { unresolvedName } from '../../store/topics';
import type { Target } from '../target';
import { folded } from '../../parts/text-match';
import { Best, fitOf, queryOf, searchable } from './match';

const TIER = 1000;
/** Hits of a description come last. */
const BY_DESCRIPTION = 9;

interface Wanted {
  query: string;
  target: Target;
  most: number;
  /** Channels that are preferred to others that are subscribed alike, at most a dozen, the first before the second. */
  recent?: readonly number[];
}

/** Within a fit: the open channel, subscribed ones, recent ones, then what is not muted, pinned, active. */
function closenessOf(channel: Channel, { target, recent = [] }: Wanted): number {
  if (target.type === 'channel' && target.channelId === channel.stream_id) return 0;
  const { subscription } = channel;
  const place = recent.indexOf(channel.stream_id);
  const points = [
    channel.isSubscribed ? 0 : TIER / 2,
    (place < 0 ? recent.length : place) * 16,
    subscription?.is_muted ? 8 : 0,
    subscription?.pin_to_top ? 0 : 4,
    channel.is_recently_active ? 0 : 2,
  ];
  return 1 + points.reduce((sum, each) => sum + each, 0);
}

/** Of channels that are as near as each other, the one with more messages in a week comes first, then by name. */
function byTraffic(a: Channel, b: Channel): number {
  return (b.stream_weekly_traffic ?? 0) - (a.stream_weekly_traffic ?? 0) || a.name.localeCompare(b.name);
}

/** Channels that may be meant by what was typed, the likeliest first (web-details.md D.3). */
export function findChannels({ channels }: Pick<State, 'channels'>, wanted: Wanted): Channel[] {
  const { query: text, most } = wanted;
  const query = queryOf(text);
  const { plain } = query;
  const found = new Best<Channel>(most);
  for (const channel of [...channels.values()].sort(byTraffic)) {
    if (channel.is_archived) continue;
    const fit = fitOf(searchable(channel.name), query);
    const isDescribed = fit === undefined && plain.length > 1 && folded(channel.description).includes(plain);
    if (fit === undefined && !isDescribed) continue;
    found.add(channel, (fit ?? BY_DESCRIPTION) * TIER + closenessOf(channel, wanted));
  }
  return found.list();
}

/** Topics of a channel that contain what was typed, the newest first. */
export function findTopics(
  { topics }: Pick<State, 'topics'>,
  { channelId, query, most }: { channelId: number; query: string; most: number },
): string[] {
  const plain = folded(query);
  return [...(topics.get(channelId)?.values() ?? [])]
    .filter(({ name }) => folded(unresolvedName(name)).includes(plain))
    .sort((a, b) => b.maxId - a.maxId)
    .slice(0, most)
    .map(({ name }) => name);
}
