import { Injectable } from '@nestjs/common';
import { GroupKind, type WriteTransaction, setKeys } from '@stoa/database';
import type { FieldSource } from '@stoa/policy';

/** Who has a name among the groups of an organization. */
export interface NameHolder {
  id: number;
  isSystemGroup: boolean;
  isDeactivated: boolean;
  /** A directory has said who is in it, be it one that is used no more. */
  isManaged: boolean;
  /** The directory that says so now; null: people do. */
  manager: FieldSource | null;
}

/** Which directories manage a group. Callers hold the realm's lock. */
@Injectable()
export class DirectoryGroupsRepository {
  /** Any group of the name, deactivated or of the system. */
  async holderOfName(tx: WriteTransaction, name: string): Promise<NameHolder | undefined> {
    const [row] = await tx.query<NameHolder & Record<string, unknown>>(
      `SELECT g.id, g.kind = ${GroupKind.System} AS "isSystemGroup", g.deactivated AS "isDeactivated",
         d.source IS NOT NULL AS "isManaged",
         CASE WHEN d.source = 'scim' AND NOT EXISTS (
           SELECT FROM scim_token t WHERE t.realm_id = g.realm_id AND t.revoked_at IS NULL) THEN NULL
         ELSE d.source END AS manager
       FROM user_group g LEFT JOIN directory_group d ON d.group_id = g.id WHERE g.realm_id = $1 AND g.name = $2`,
      [tx.realmId, name],
    );
    return row;
  }

  /** @param externalId undefined: as it was */
  async note(
    tx: WriteTransaction,
    groupId: number,
    source: FieldSource,
    externalId: string | null | undefined,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO directory_group AS d (group_id, source, realm_id, external_id) VALUES ($1, $2, $3, $4)
       ON CONFLICT (group_id) DO UPDATE SET source = EXCLUDED.source, changed_at = now(),
         external_id = CASE WHEN $5 THEN EXCLUDED.external_id ELSE d.external_id END`,
      [groupId, source, tx.realmId, externalId ?? null, externalId !== undefined],
    );
    tx.bump(setKeys.realmGroups(tx.realmId), { table: 'user_group', ids: [groupId] });
  }
}
