import { GroupKind, SYSTEM_GROUPS, SystemGroupName, roleGroup } from '@stoa/database';
import { CHANNEL_PERMISSION_SETTINGS, GROUP_PERMISSION_SETTINGS, REALM_PERMISSION_SETTINGS, Role } from '@stoa/policy';
import { ArchiveBuilder } from './archive-builder';

const NOBODY: SystemGroupName = 'role:nobody';

/** Groups that every organization has, with ids that no foreign group gets: those begin above. */
export const FIRST_FOREIGN_GROUP = 100;

export function systemGroup(name: string): number | undefined {
  const index = SYSTEM_GROUPS.findIndex((group) => group.name === name);
  return index < 0 ? undefined : index + 1;
}

function required(name: string): number {
  const id = systemGroup(name);
  if (id === undefined) throw new Error(`there is no system group ${name}`);
  return id;
}

function defaults(settings: Readonly<Record<string, { defaultGroup: string }>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, { defaultGroup }]) => [name, systemGroup(defaultGroup) ?? required(NOBODY)]),
  );
}

/** Permission settings as a new organization, channel or group has them, by the ids of this module. */
export const DEFAULT_PERMISSIONS = {
  realm: (): Record<string, number> => defaults(REALM_PERMISSION_SETTINGS),
  channel: (): Record<string, number> => defaults(CHANNEL_PERMISSION_SETTINGS),
  group: (): Record<string, number> => defaults(GROUP_PERMISSION_SETTINGS),
};

export async function addSystemGroups(builder: ArchiveBuilder): Promise<void> {
  const nobody = Object.fromEntries(Object.keys(GROUP_PERMISSION_SETTINGS).map((name) => [name, required(NOBODY)]));
  for (const { name, description, subgroup } of SYSTEM_GROUPS) {
    const id = required(name);
    await builder.add('user_group', { id, kind: GroupKind.System, name, description, ...nobody });
    if (subgroup !== null) {
      await builder.add('group_subgroup', { supergroup_id: id, subgroup_id: required(subgroup) });
    }
  }
}

/** Puts an account into the groups of its role. */
export async function addToRoleGroups(
  builder: ArchiveBuilder,
  { id, role, isFullMember }: { id: number; role: number; isFullMember: boolean },
): Promise<void> {
  await builder.add('group_membership', { group_id: required(roleGroup(role)), user_id: id });
  if (role === Role.Member && isFullMember) {
    await builder.add('group_membership', { group_id: required('role:fullmembers'), user_id: id });
  }
}
