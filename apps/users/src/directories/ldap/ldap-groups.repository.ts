import { Injectable } from '@nestjs/common';
import { Database, GroupKind, type RowOf } from '@stoa/database';
import type { PresentGroup } from './ldap-groups';

/** A group that is not deactivated. */
export interface PresentGroupRow extends PresentGroup {
  humanIds: number[];
}

/** Groups as a synchronisation compares them. */
@Injectable()
export class LdapGroupsRepository {
  constructor(private readonly database: Database) {}

  /** Those that people and directories made. */
  groups(realmId: number): Promise<PresentGroupRow[]> {
    return this.database.query<PresentGroupRow & Record<string, unknown>>(
      'ldap_groups',
      `SELECT COALESCE(g.name, '') AS name, COALESCE(d.source = 'ldap', false) AS "isMirrored",
         ARRAY(SELECT m.user_id FROM group_membership m JOIN account a ON a.id = m.user_id
               WHERE m.group_id = g.id AND NOT a.is_bot) AS "humanIds"
       FROM user_group g LEFT JOIN directory_group d ON d.group_id = g.id
       WHERE g.realm_id = $1 AND g.kind = ${GroupKind.Named} AND NOT g.deactivated ORDER BY g.id`,
      [realmId],
    );
  }

  /** Ids of accounts by the ids of their entries. */
  async accountsOfEntries(realmId: number): Promise<Map<string, number>> {
    const rows = await this.database.query<RowOf<'DirectoryAccount', 'user_id'> & { external_id: string }>(
      'ldap_accounts_of_entries',
      `SELECT d.user_id, COALESCE(d.external_id, '') AS external_id FROM directory_account d
       JOIN account a ON a.id = d.user_id AND NOT a.is_deleted
       WHERE d.realm_id = $1 AND d.source = 'ldap' AND d.external_id IS NOT NULL`,
      [realmId],
    );
    return new Map(rows.map(({ user_id: userId, external_id: id }) => [id, userId]));
  }
}
