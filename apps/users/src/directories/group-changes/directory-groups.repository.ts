import { Injectable } from '@nestjs/common';
import { GroupKind, type WriteTransaction, setKeys } from '@stoa/database';
import type { FieldSource } from '@stoa/policy';
import type { Reader } from '@stoa/read-state-store';

/** Who has a name among the groups of an organization. */
export interface NameHolder {
  id: number;
  name: string;
  isSystemGroup: boolean;
  isDeactivated: boolean;
  /** A directory has said who is in it, be it one that is used no more. */
  isManaged: boolean;
  /** The directory that says so now; null: people do. */
  manager: FieldSource | null;
}

/** A group, and whether one person is in it. */
export interface GroupOfPerson extends NameHolder {
  isMember: boolean;
}

/** Directories count as long as the organization has them: their rows outlast them. */
const HOLDER = `g.id, COALESCE(g.name, '') AS name, g.kind = ${GroupKind.System} AS "isSystemGroup",
  g.deactivated AS "isDeactivated", d.source IS NOT NULL AS "isManaged",
  CASE WHEN CASE d.source
    WHEN 'scim' THEN EXISTS (SELECT FROM scim_token t WHERE t.realm_id = g.realm_id AND t.revoked_at IS NULL)
    WHEN 'ldap' THEN EXISTS (SELECT FROM ldap_directory l WHERE l.realm_id = g.realm_id AND l.config ? 'mirrored_groups')
    WHEN 'claims' THEN EXISTS (SELECT FROM sign_in_provider p WHERE p.realm_id = g.realm_id AND p.settings ? 'groups')
    ELSE false END THEN d.source END AS manager`;

/** Which directories manage a group. Who changes anything holds the realm's lock. */
@Injectable()
export class DirectoryGroupsRepository {
  /** Any group of the name, deactivated or of the system. */
  async holderOfName(tx: WriteTransaction, name: string): Promise<NameHolder | undefined> {
    const [row] = await tx.query<NameHolder & Record<string, unknown>>(
      `SELECT ${HOLDER}
       FROM user_group g LEFT JOIN directory_group d ON d.group_id = g.id WHERE g.realm_id = $1 AND g.name = $2`,
      [tx.realmId, name],
    );
    return row;
  }

  /**
   * Groups of these names, and whether somebody is in them.
   * @param ofSource also those of other names whose members it says; null: none
   */
  ofPerson(
    reader: Reader,
    { realmId, userId }: { realmId: number; userId: number },
    { names, ofSource }: { names: readonly string[]; ofSource: FieldSource | null },
  ): Promise<GroupOfPerson[]> {
    return reader.query<GroupOfPerson & Record<string, unknown>>(
      'directory_groups_of_person',
      `SELECT ${HOLDER},
         EXISTS (SELECT FROM group_membership m WHERE m.group_id = g.id AND m.user_id = $2) AS "isMember"
       FROM user_group g LEFT JOIN directory_group d ON d.group_id = g.id
       WHERE g.realm_id = $1 AND (g.name = ANY($3::text[]) OR d.source = $4) ORDER BY g.id`,
      [realmId, userId, names, ofSource],
    );
  }

  /** @param externalId undefined: as it was */
  async note(
    tx: WriteTransaction,
    groupIds: readonly number[],
    source: FieldSource,
    externalId: string | null | undefined,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO directory_group AS d (group_id, source, realm_id, external_id) SELECT unnest($1::int[]), $2, $3, $4
       ON CONFLICT (group_id) DO UPDATE SET source = EXCLUDED.source, changed_at = now(),
         external_id = CASE WHEN $5 THEN EXCLUDED.external_id ELSE d.external_id END`,
      [groupIds, source, tx.realmId, externalId ?? null, externalId !== undefined],
    );
    tx.bump(setKeys.realmGroups(tx.realmId), { table: 'user_group', ids: [...groupIds] });
  }
}
