import { Injectable } from '@nestjs/common';
import { Audience } from '@stoa/contracts/changes';
import { eventOf } from '@stoa/contracts/events';
import type { WriteTransaction } from '@stoa/database';
import { RealmSettingsRepository } from './realm-settings.repository';

/** Keeps the group of members past the waiting period (users.md 15, "System groups"). */
@Injectable()
export class FullMembers {
  constructor(private readonly repository: RealmSettingsRepository) {}

  /**
   * Brings the group up to date and emits the events; the caller holds the realm's exclusive lock.
   * @returns whether anybody entered or left
   */
  async renew({ tx, to }: { tx: WriteTransaction; to: Audience }, waitingPeriodDays: number): Promise<boolean> {
    const groupId = await this.repository.fullMembersGroup(tx);
    const { entered, left } = await this.repository.renewFullMembers(tx, groupId, waitingPeriodDays);
    const tell = (op: 'add_members' | 'remove_members', userIds: number[]): void => {
      if (userIds.length === 0) return;
      tx.emit(eventOf('user_group', op, { group_id: groupId, user_ids: userIds }, to));
    };
    tell('remove_members', left);
    tell('add_members', entered);
    return entered.length + left.length > 0;
  }
}
