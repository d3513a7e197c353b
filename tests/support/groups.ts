import { Parameters } from '@stoa/testing';
import { Person, unique } from './people';

/** `GET /user_groups` has system groups under these names. */
export type SystemGroups = Record<string, number>;

/** Ids of the organization's system groups, by name. */
export async function systemGroups(person: Person): Promise<SystemGroups> {
  const { user_groups: groups } = await person.client.succeed('GET', '/user_groups');
  const system = groups.filter((group: { is_system_group: boolean }) => group.is_system_group);
  return Object.fromEntries(system.map(({ name, id }: { name: string; id: number }) => [name, id]));
}

export async function createGroup(
  by: Person,
  members: readonly Person[] = [],
  parameters: Parameters = {},
): Promise<{ id: number; name: string }> {
  const name = unique('group');
  const { group_id: id } = await by.client.succeed('POST', '/user_groups/create', {
    name,
    description: 'what for',
    members: members.map(({ userId }) => userId),
    ...parameters,
  });
  return { id, name };
}

/** A value that lists users and groups. */
export function listing(members: readonly Person[], groups: readonly number[] = []) {
  return {
    direct_members: members.map(({ userId }) => userId).sort((first, second) => first - second),
    direct_subgroups: [...groups].sort((first, second) => first - second),
  };
}
