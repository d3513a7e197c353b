import { Injectable } from '@nestjs/common';
import { ChangeEvent, eventOf } from '@stoa/contracts/events';
import { type DirectoryChannel, type DirectoryUser, groupValues } from '@stoa/directory';
import { GroupGraph, isAdministrator, isGuest, recursiveSupergroups } from '@stoa/policy';
import { ChannelObjectRow, ChannelObjectsRepository } from '../../shared/user-changes/channel-objects.repository';
import { openedChannel } from '../../shared/user-changes/channel-openings';
import { onlyArchived, seesChannel } from '../../shared/user-changes/channel-visibility';
import { UserAudiencesRepository } from '../../shared/user-changes/user-audiences.repository';
import { policyUser } from '../../shared/user-changes/user-rules';
import type { RealmGroupFacts } from './group-writes';

/** Which private channels a change of groups opens and closes to people (channels.md 14.3, last paragraph). */
@Injectable()
export class GroupChannelVisibility {
  constructor(
    private readonly channels: ChannelObjectsRepository,
    private readonly audiences: UserAudiencesRepository,
  ) {}

  /**
   * `stream` create and `peer_add` to who gains a channel, `stream` delete to who loses it.
   * @param among who may have come into the groups or left them, where that is known
   */
  async events(
    facts: RealmGroupFacts,
    groupIds: readonly number[],
    after: GroupGraph,
    among: Iterable<DirectoryUser> = facts.users.byId.values(),
  ): Promise<ChangeEvent[]> {
    const before = facts.groups.graph;
    const concerned = channelsThrough(facts, groupIds, before, after);
    if (concerned.length === 0) return [];
    const altered = alteredUsers(among, groupIds, before, after);
    if (altered.length === 0) return [];
    const channelIds = concerned.map(({ channelId }) => channelId);
    const subscribers = await this.audiences.subscribers(facts.tx, channelIds);
    const rows = new Map((await this.channels.rows(facts.tx, channelIds)).map((row) => [row.id, row]));
    return concerned.flatMap((channel) => {
      const userIds = subscribers.get(channel.channelId) ?? [];
      const subscribed = new Set(userIds);
      const sees = (user: DirectoryUser, groups: GroupGraph): boolean =>
        seesChannel(channel, user, subscribed.has(user.id), groups);
      const gainers = altered.filter((user) => sees(user, after) && !sees(user, before));
      const losers = altered.filter((user) => sees(user, before) && !sees(user, after));
      return [
        ...opened(facts, channel, rows.get(channel.channelId), userIds, idsOf(gainers)),
        ...closed(channel, idsOf(losers)),
      ];
    });
  }
}

/** Private channels that grant metadata access through one of the groups or one that it is part of. */
function channelsThrough(
  { channels }: RealmGroupFacts,
  groupIds: readonly number[],
  before: GroupGraph,
  after: GroupGraph,
): DirectoryChannel[] {
  const above = (id: number): number[] => [...recursiveSupergroups(before, id), ...recursiveSupergroups(after, id)];
  const through = new Set(groupIds.flatMap(above));
  return [...channels.byId.values()].filter(
    (channel) =>
      channel.inviteOnly &&
      [channel.canAddSubscribersGroup, channel.canAdministerChannelGroup, channel.canSubscribeGroup].some((id) =>
        through.has(id),
      ),
  );
}

/** Who is in one of the groups now and was not, or the other way round; administrators and guests gain nothing by it. */
function alteredUsers(
  among: Iterable<DirectoryUser>,
  groupIds: readonly number[],
  before: GroupGraph,
  after: GroupGraph,
): DirectoryUser[] {
  return [...among].filter((user) => {
    const viewer = policyUser(user);
    if (!user.isActive || isGuest(viewer) || isAdministrator(viewer)) return false;
    return groupIds.some((id) => before.isMember(id, viewer) !== after.isMember(id, viewer));
  });
}

function opened(
  facts: RealmGroupFacts,
  channel: DirectoryChannel,
  row: ChannelObjectRow | undefined,
  subscriberIds: readonly number[],
  to: readonly number[],
): ChangeEvent[] {
  if (to.length === 0 || !row) return [];
  const streams = [openedChannel(row, groupValues(facts.groups, facts.users))];
  const options = onlyArchived(channel.isArchived);
  const created = eventOf('stream', 'create', { streams }, to, options);
  if (subscriberIds.length === 0) return [created];
  const peers = { stream_ids: [channel.channelId], user_ids: subscriberIds };
  return [created, eventOf('subscription', 'peer_add', peers, to, options)];
}

function closed({ channelId, isArchived }: DirectoryChannel, to: readonly number[]): ChangeEvent[] {
  if (to.length === 0) return [];
  const fields = { stream_ids: [channelId], streams: [{ stream_id: channelId }] };
  return [eventOf('stream', 'delete', fields, to, onlyArchived(isArchived))];
}

function idsOf(users: readonly DirectoryUser[]): number[] {
  return users.map(({ id }) => id);
}
