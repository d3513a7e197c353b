import { Injectable } from '@nestjs/common';
import { GroupSettingValue } from '@stoa/contracts';
import { WriteTransaction, setKeys } from '@stoa/database';

/** `user_group.kind` of a group that is the value of one permission setting. */
const ANONYMOUS = 3;

/** Anonymous groups that hold the values of channel settings: they live and die with the channel's column. */
@Injectable()
export class SettingGroupRepository {
  /** @returns the group's id */
  async insertAnonymous(tx: WriteTransaction, value: Exclude<GroupSettingValue, number>): Promise<number> {
    const [group] = await tx.query<{ id: number }>(
      'INSERT INTO user_group (realm_id, kind) VALUES ($1, $2) RETURNING id',
      [tx.realmId, ANONYMOUS],
    );
    if (!group) throw new Error('an inserted group has an id');
    await tx.query('INSERT INTO group_membership (group_id, user_id) SELECT $1, unnest($2::int[])', [
      group.id,
      value.direct_members,
    ]);
    await tx.query('INSERT INTO group_subgroup (supergroup_id, subgroup_id) SELECT $1, unnest($2::int[])', [
      group.id,
      value.direct_subgroups,
    ]);
    tx.bump(setKeys.realmGroups(tx.realmId), { table: 'user_group', ids: [group.id] });
    return group.id;
  }
}
