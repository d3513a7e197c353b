import { setKeys, type SystemGroupName, type WriteTransaction, roleGroup } from '@stoa/database';
import { GroupGraph, isFullMember, PolicyGroup, Role } from '@stoa/policy';

/** A system group that a user enters or leaves. */
export interface RoleGroupChange {
  groupId: number;
  name: SystemGroupName;
  isMember: boolean;
}

const FULL_MEMBERS = 'role:fullmembers';

/**
 * The memberships that a role brings and takes (users.md 15): the role's own group, and full membership for members past
 * the waiting period. Leaving comes before entering.
 */
export function roleGroupChanges(
  graph: GroupGraph,
  user: { id: number; role: number; joinedAtSeconds: number },
  role: number,
  waiting: { periodDays: number; nowSeconds: number },
): RoleGroupChange[] {
  const changes: RoleGroupChange[] = [];
  const change = (name: SystemGroupName, isMember: boolean): void => {
    changes.push({ groupId: graph.idOf(name), name, isMember });
  };
  const wasFull = graph.get(graph.idOf(FULL_MEMBERS))?.directMembers.includes(user.id) ?? false;
  const becomesFull = role === Role.Member && isFullMember({ ...user, role }, waiting.periodDays, waiting.nowSeconds);
  change(roleGroup(user.role), false);
  if (wasFull && !becomesFull) change(FULL_MEMBERS, false);
  change(roleGroup(role), true);
  if (becomesFull && !wasFull) change(FULL_MEMBERS, true);
  return changes;
}

export async function storeRoleGroups(
  tx: WriteTransaction,
  userId: number,
  changes: readonly RoleGroupChange[],
): Promise<void> {
  const idsOf = (isMember: boolean): number[] =>
    changes.filter((change) => change.isMember === isMember).map(({ groupId }) => groupId);
  await tx.query('DELETE FROM group_membership WHERE user_id = $1 AND group_id = ANY($2::int[])', [
    userId,
    idsOf(false),
  ]);
  await tx.query(
    'INSERT INTO group_membership (group_id, user_id) SELECT id, $1 FROM unnest($2::int[]) AS id ON CONFLICT DO NOTHING',
    [userId, idsOf(true)],
  );
  tx.bump(setKeys.realmGroups(tx.realmId), { table: 'user_group', ids: changes.map(({ groupId }) => groupId) });
}

/** The groups as they are after the change; role groups count by role, so only full members have member lists. */
export function graphAfter(graph: GroupGraph, userId: number, changes: readonly RoleGroupChange[]): GroupGraph {
  const fullMembers = changes.find(({ name }) => name === FULL_MEMBERS);
  if (!fullMembers) return graph;
  const groups: PolicyGroup[] = [...graph.all()].map((group) => {
    if (group.id !== fullMembers.groupId) return group;
    const others = group.directMembers.filter((id) => id !== userId);
    return { ...group, directMembers: fullMembers.isMember ? [...others, userId] : others };
  });
  return new GroupGraph(groups);
}
