import { Injectable } from '@nestjs/common';
import { Database, GroupKind } from '@stoa/database';
import type { Reader } from '@stoa/read-state-store';
import type { ShownGroup, ShownMember } from './protocol/scim-resources';

type GroupRow = ShownGroup & Record<string, unknown>;

const COLUMNS = `g.id, g.version, COALESCE(g.name, '') AS name, g.date_created AS "createdAt",
  d.external_id AS "externalId", d.changed_at AS "changedAt"`;
/** System groups follow from roles, and are no provider's business. */
const NAMED = `FROM user_group g LEFT JOIN directory_group d ON d.group_id = g.id AND d.source = 'scim'
  WHERE g.realm_id = $1 AND g.kind = ${GroupKind.Named} AND NOT g.deactivated`;

/** What identity providers see of user groups. */
@Injectable()
export class ScimGroupsRepository {
  constructor(private readonly database: Database) {}

  async one(realmId: number, groupId: number, reader: Reader = this.database): Promise<ShownGroup | undefined> {
    const params = [realmId, groupId];
    const [row] = await reader.query<GroupRow>('scim_group', `SELECT ${COLUMNS} ${NAMED} AND g.id = $2`, params);
    return row;
  }

  byName(realmId: number, name: string): Promise<ShownGroup[]> {
    return this.database.query<GroupRow>(
      'scim_groups_by_name',
      `SELECT ${COLUMNS} ${NAMED} AND lower(g.name) = lower($2) ORDER BY g.id`,
      [realmId, name],
    );
  }

  all(realmId: number): Promise<ShownGroup[]> {
    return this.database.query<GroupRow>('scim_groups_all', `SELECT ${COLUMNS} ${NAMED} ORDER BY g.id`, [realmId]);
  }

  /** Direct human members, deactivated ones included. @param userIds of whom; null: of everybody */
  members(groupIds: readonly number[], userIds: readonly number[] | null = null): Promise<ShownMember[]> {
    return this.database.query<ShownMember & Record<string, unknown>>(
      'scim_group_members',
      `SELECT m.group_id AS "groupId", m.user_id AS "userId", a.full_name AS "fullName"
       FROM group_membership m JOIN account a ON a.id = m.user_id
       WHERE m.group_id = ANY ($1::int[]) AND ($2::int[] IS NULL OR m.user_id = ANY ($2::int[]))
         AND NOT a.is_bot AND NOT a.is_deleted ORDER BY m.group_id, m.user_id`,
      [groupIds, userIds],
    );
  }
}
