import type { BenchCluster } from '../support/bench-cluster';
import { SeededRealm, SeededUser, vacuum, seedRealm } from '../support/seed';
import { OutgoingMessage, messageContent } from '../workloads/messages';

/** Channels that every registration tells of: each has three of five members. */
const CHANNELS = 20;
/** As many as the model's message has. */
const AUDIENCE = 50;
const PAIRS = 20;

export interface Organizations {
  /** Alike, of a size that docs/operate/performance.md names. */
  large: SeededRealm[];
  /** One who sends, to pairs of others who have devices and are not connected, or to nobody. */
  pairs: SeededRealm;
}

export async function seedOrganizations(
  cluster: BenchCluster,
  { count, users }: { count: number; users: number },
): Promise<Organizations> {
  const large: SeededRealm[] = [];
  for (let index = 0; index < count; index += 1) {
    large.push(await seedRealm(cluster, { subdomain: `costs${index}`, users, channels: channelsOf }));
  }
  const pairs = await seedRealm(cluster, {
    subdomain: 'pairs',
    users: 1 + 2 * PAIRS,
    channels: ([sender = 0, ...others]) => [
      { name: 'nobody', subscriberIds: [sender] },
      ...Array.from({ length: PAIRS }, (_, index) => ({
        name: `pair ${index}`,
        subscriberIds: [sender, ...others.slice(2 * index, 2 * index + 2)],
      })),
    ],
  });
  await cluster.database.query(
    'bench_notify_of_everything',
    'UPDATE subscription SET push_notifications = true WHERE channel_id = ANY ($1::int[])',
    [pairs.channels.map(({ id }) => id)],
  );
  await vacuum(cluster);
  return { large, pairs };
}

function channelsOf(ids: readonly number[]): { name: string; subscriberIds: number[] }[] {
  const wide = Array.from({ length: CHANNELS }, (_, channel) => ({
    name: `channel ${channel}`,
    subscriberIds: ids.filter((_id, user) => (channel + user) % 5 < 3),
  }));
  const teams = Array.from({ length: Math.ceil(ids.length / AUDIENCE) }, (_, team) => ({
    name: `team ${team}`,
    subscriberIds: ids.slice(team * AUDIENCE, (team + 1) * AUDIENCE),
  }));
  return [...wide, ...teams];
}

/** To a team's channel, from each of its members in turn; the organizations alternate. */
export function teamMessage(large: readonly SeededRealm[], index: number): OutgoingMessage {
  const realm = large[index % large.length];
  const teams = realm?.channels.slice(CHANNELS) ?? [];
  const round = Math.floor(index / large.length);
  const team = round % teams.length;
  const turn = Math.floor(round / teams.length);
  const members = realm?.users.slice(team * AUDIENCE, (team + 1) * AUDIENCE) ?? [];
  const sender = members[turn % members.length];
  const [channel, mentioned] = [teams[team], members[(turn + 1) % members.length]];
  if (!realm || !sender || !channel || !mentioned) throw new Error('the organization is not as seeded');
  const content = messageContent(index, mentioned.fullName);
  return { sender, host: realm.host, channelId: channel.id, topic: `topic ${turn % 4}`, content };
}

/** To the two of one pair after the other, or to nobody but the sender. */
export function pairMessage(
  { host, users, channels }: SeededRealm,
  to: 'pair' | 'nobody',
  index: number,
): OutgoingMessage {
  const channel = channels[to === 'nobody' ? 0 : 1 + (index % PAIRS)];
  const [sender] = users;
  if (!sender || !channel) throw new Error('the organization is not as seeded');
  // Without a mention: what is told is told because of the channel.
  return { sender, host, channelId: channel.id, topic: 'notified', content: messageContent(10 * index, '') };
}

/** Who have devices. */
export function pairedUsers({ users }: SeededRealm): SeededUser[] {
  return users.slice(1);
}
