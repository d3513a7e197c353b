import type { GroupSettingValue } from '@stoa/contracts/users';
import type { WriteTransaction } from '@stoa/database';
import type { ChangeFacts } from '@stoa/directory';
import { badRequest } from '@stoa/errors';
import { isManagedByAdministrators, recursiveSubgroups } from '@stoa/policy';
import type { RealmSettingsRepository } from './realm-settings.repository';

const NOT_MANAGED_BY_ADMINISTRATORS =
  "'workplace_users_group' must be a group whose membership can only be managed by organization administrators.";

interface Context {
  tx: WriteTransaction;
  facts: ChangeFacts;
  /** Value of `can_manage_all_groups`, after what the same call changes. */
  canManageAllGroups: number;
  repository: RealmSettingsRepository;
}

/**
 * Who belongs to the workplace decides what is paid for, so nobody else may change it through a group (organization.md
 * 4.3).
 * @throws DomainError if somebody else can
 */
export async function checkWorkplaceGroup(value: GroupSettingValue, context: Context): Promise<void> {
  const { tx, facts, canManageAllGroups, repository } = context;
  const { graph } = facts.groups;
  const chosen = typeof value === 'number' ? [value] : value.direct_subgroups;
  const below = chosen.flatMap((id) => [id, ...recursiveSubgroups(graph, id)]);
  const own = below.filter((id) => !graph.get(id)?.isSystemGroup);
  if (own.length === 0) return;
  const managed = new Map((await repository.managedGroups(tx, own)).map((group) => [group.id, group]));
  const isManaged = chosen.every((id) =>
    isManagedByAdministrators(id, {
      groups: graph,
      managedGroup: (groupId) => managed.get(groupId),
      user: (userId) => facts.users.get(userId),
      canManageAllGroups,
    }),
  );
  if (!isManaged) throw badRequest(NOT_MANAGED_BY_ADMINISTRATORS);
}
