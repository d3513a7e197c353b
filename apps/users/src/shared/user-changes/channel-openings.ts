import { Injectable } from '@nestjs/common';
import { ChannelObject } from '@stoa/contracts/channels';
import { ChangeEvent, eventOf } from '@stoa/contracts/events';
import type { WriteTransaction } from '@stoa/database';
import { type DirectoryChannel, type RealmGroups, type RealmUsers, groupValues } from '@stoa/directory';
import { GroupValues, channelObject, weeklyTraffic } from '@stoa/wire-objects';
import { ChannelObjectRow, ChannelObjectsRepository } from './channel-objects.repository';
import { byArchival, onlyArchived } from './channel-visibility';
import { UserAudiencesRepository } from './user-audiences.repository';

/** Shows channels to users who see them from now on (channels.md 14.3). */
@Injectable()
export class ChannelOpenings {
  constructor(
    private readonly channels: ChannelObjectsRepository,
    private readonly audiences: UserAudiencesRepository,
  ) {}

  /** `stream` create, then `peer_add` with all subscribers of each channel. */
  async events(
    tx: WriteTransaction,
    facts: { users: RealmUsers; groups: RealmGroups },
    opened: readonly DirectoryChannel[],
    to: readonly number[],
  ): Promise<ChangeEvent[]> {
    if (opened.length === 0 || to.length === 0) return [];
    const channelIds = opened.map(({ channelId }) => channelId);
    const rows = await this.channels.rows(tx, channelIds);
    const subscribers = await this.audiences.subscribers(tx, channelIds);
    const values = groupValues(facts.groups, facts.users);
    return byArchival(opened).flatMap(({ part, isArchived }) => {
      const ids = new Set(part.map(({ channelId }) => channelId));
      const streams = rows.filter(({ id }) => ids.has(id)).map((row) => openedChannel(row, values));
      const created = eventOf('stream', 'create', { streams }, to, onlyArchived(isArchived));
      const peers = [...ids].flatMap((channelId) => {
        const userIds = subscribers.get(channelId) ?? [];
        if (userIds.length === 0) return [];
        const fields = { stream_ids: [channelId], user_ids: userIds };
        return [eventOf('subscription', 'peer_add', fields, to, onlyArchived(isArchived))];
      });
      return [created, ...peers];
    });
  }
}

/**
 * A channel in the `stream` create for users who see it from now on. `peer_add` announces all subscribers, so the
 * object counts none of them: clients add up the announcements.
 */
export function openedChannel(row: ChannelObjectRow, values: GroupValues): ChannelObject {
  const traffic = weeklyTraffic(row.recent_messages, Date.now() / 1000 - row.date_created);
  return { ...channelObject(row, values, traffic), subscriber_count: 0 };
}
