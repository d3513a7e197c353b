import { Injectable } from '@nestjs/common';
import { GroupSettingValue } from '@stoa/contracts/users';
import { ChangeEvent, eventOf, field } from '@stoa/contracts/events';
import type { WriteTransaction } from '@stoa/database';
import { type ChangeFacts, wireGroupValue } from '@stoa/directory';
import { seesChannel } from './channel-visibility';
import { GroupReferencesRepository, SettingReference } from './group-references.repository';
import { UserAudiencesRepository } from './user-audiences.repository';

type GroupFacts = Pick<ChangeFacts, 'users' | 'groups' | 'channels'>;

/** Updates clients wherever a user who left or came back is listed: members of groups and values of settings. */
@Injectable()
export class GroupReferences {
  constructor(
    private readonly repository: GroupReferencesRepository,
    private readonly audiences: UserAudiencesRepository,
  ) {}

  /**
   * The events of a deactivation for clients that get no other, or of a reactivation (users.md 19): members of named groups,
   * then settings whose value lists the user.
   */
  async events(
    tx: WriteTransaction,
    facts: GroupFacts,
    change: { userId: number; isListed: boolean; to: readonly number[] },
  ): Promise<ChangeEvent[]> {
    const { userId, isListed, to } = change;
    if (to.length === 0) return [];
    const op = isListed ? 'add_members' : 'remove_members';
    const groups = await this.repository.namedGroups(tx, userId);
    const members = groups.map((groupId) => eventOf('user_group', op, { group_id: groupId, user_ids: [userId] }, to));
    const references = await this.repository.settings(tx, userId);
    const channelIds = references.filter(({ holder }) => holder === 'channel').map(({ holderId }) => holderId);
    const subscribers = await this.audiences.decidingSubscribers(tx, [...new Set(channelIds)]);
    return [
      ...members,
      ...references.flatMap((reference) => {
        const value = valueWith(wireGroupValue(facts.groups, facts.users, reference.groupId), userId, isListed);
        const audience =
          reference.holder === 'channel' ? channelAudience(facts, reference.holderId, subscribers, to) : to;
        return audience.length === 0 ? [] : [settingEvent(facts, reference, value, audience)];
      }),
    ];
  }
}

function valueWith(value: GroupSettingValue, userId: number, isListed: boolean): GroupSettingValue {
  if (typeof value === 'number') return value;
  const others = value.direct_members.filter((id) => id !== userId);
  const members = isListed ? [...others, userId].sort((a, b) => a - b) : others;
  return { ...value, direct_members: members };
}

function channelAudience(
  facts: GroupFacts,
  channelId: number,
  subscribers: ReadonlyMap<number, readonly number[]>,
  to: readonly number[],
): number[] {
  const channel = facts.channels.byId.get(channelId);
  const subscribed = new Set(subscribers.get(channelId));
  return to.filter((id) => {
    const user = facts.users.get(id);
    return channel && user && seesChannel(channel, user, subscribed.has(id), facts.groups.graph);
  });
}

function settingEvent(
  facts: GroupFacts,
  reference: SettingReference,
  value: GroupSettingValue,
  to: readonly number[],
): ChangeEvent {
  const { holderId } = reference;
  switch (reference.holder) {
    case 'realm':
      return eventOf('realm', 'update_dict', { property: 'default', data: field(reference.setting, value) }, to);
    case 'group':
      return eventOf('user_group', 'update', { group_id: holderId, data: field(reference.setting, value) }, to);
    case 'channel': {
      const name = facts.channels.byId.get(holderId)?.name ?? '';
      return eventOf('stream', 'update', { stream_id: holderId, name, property: reference.setting, value }, to);
    }
  }
}
