import type { RowOf } from '../row-of';
import type { WriteTransaction } from '../write-transaction';

/** The system groups in the order of their ids, each with its one direct subgroup (users.md 15). */
export const SYSTEM_GROUPS = [
  { name: 'role:nobody', subgroup: null, description: 'Nobody' },
  { name: 'role:owners', subgroup: null, description: 'Owners of this organization' },
  {
    name: 'role:administrators',
    subgroup: 'role:owners',
    description: 'Administrators of this organization, including owners',
  },
  {
    name: 'role:moderators',
    subgroup: 'role:administrators',
    description: 'Moderators of this organization, including administrators',
  },
  {
    name: 'role:fullmembers',
    subgroup: 'role:moderators',
    description: 'Members of this organization, not including new accounts and guests',
  },
  {
    name: 'role:members',
    subgroup: 'role:fullmembers',
    description: 'Members of this organization, not including guests',
  },
  { name: 'role:everyone', subgroup: 'role:members', description: 'Everyone in this organization, including guests' },
  { name: 'role:internet', subgroup: 'role:everyone', description: 'Everyone on the Internet' },
] as const;
export type SystemGroupName = (typeof SYSTEM_GROUPS)[number]['name'];
export type SystemGroupIds = Readonly<Record<SystemGroupName, number>>;

/** @throws Error if there is no system group of that name */
export function systemGroupId(groups: SystemGroupIds, name: string): number {
  const found = Object.entries(groups).find(([known]) => known === name);
  if (!found) throw new Error(`There is no system group ${name}`);
  return found[1];
}

/** `user_group.kind`. */
export const GroupKind = { System: 1, Named: 2, Anonymous: 3 } as const;

/** Creates the eight system groups of a new organization; their ids are consecutive. */
export async function createSystemGroups(tx: WriteTransaction): Promise<SystemGroupIds> {
  const first = await drawConsecutiveIds(tx, SYSTEM_GROUPS.length);
  const idOf = new Map<string, number>(SYSTEM_GROUPS.map(({ name }, index) => [name, first + index]));
  await tx.query(
    `INSERT INTO user_group (id, realm_id, kind, name, description, can_add_members_group, can_join_group,
       can_leave_group, can_manage_group, can_mention_group, can_remove_members_group)
     SELECT g.id, $1, $2, g.name, g.description, $6, $6, $6, $6, $6, $6
     FROM unnest($3::int[], $4::text[], $5::text[]) AS g (id, name, description)`,
    [
      tx.realmId,
      GroupKind.System,
      [...idOf.values()],
      SYSTEM_GROUPS.map(({ name }) => name),
      SYSTEM_GROUPS.map(({ description }) => description),
      idOf.get('role:nobody'),
    ],
  );
  const edges = SYSTEM_GROUPS.filter(({ subgroup }) => subgroup !== null);
  await tx.query('INSERT INTO group_subgroup (supergroup_id, subgroup_id) SELECT * FROM unnest($1::int[], $2::int[])', [
    edges.map(({ name }) => idOf.get(name)),
    edges.map(({ subgroup }) => idOf.get(subgroup ?? '')),
  ]);
  return toSystemGroupIds(idOf);
}

export async function readSystemGroups(tx: WriteTransaction): Promise<SystemGroupIds> {
  const rows = await tx.query<RowOf<'UserGroup', 'id'> & { name: string }>(
    'SELECT id, name FROM user_group WHERE realm_id = $1 AND kind = $2',
    [tx.realmId, GroupKind.System],
  );
  return toSystemGroupIds(new Map(rows.map(({ id, name }) => [name, id])));
}

function toSystemGroupIds(idOf: ReadonlyMap<string, number>): SystemGroupIds {
  const id = (name: SystemGroupName): number => {
    const found = idOf.get(name);
    if (found === undefined) throw new Error(`The organization has no group ${name}`);
    return found;
  };
  return {
    'role:nobody': id('role:nobody'),
    'role:owners': id('role:owners'),
    'role:administrators': id('role:administrators'),
    'role:moderators': id('role:moderators'),
    'role:fullmembers': id('role:fullmembers'),
    'role:members': id('role:members'),
    'role:everyone': id('role:everyone'),
    'role:internet': id('role:internet'),
  };
}

/** Others may draw from the sequence in between: then again. */
async function drawConsecutiveIds(tx: WriteTransaction, count: number): Promise<number> {
  for (;;) {
    const [row] = await tx.query<{ first: number; last: number }>(
      `SELECT min(id) AS first, max(id) AS last
       FROM (SELECT nextval(pg_get_serial_sequence('user_group', 'id')) AS id FROM generate_series(1, $1)) drawn`,
      [count],
    );
    if (row && row.last - row.first === count - 1) return row.first;
  }
}
