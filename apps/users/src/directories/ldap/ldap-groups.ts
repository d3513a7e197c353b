import type { LdapConfig } from '@stoa/contracts/users';
import { type LdapPerson, comparableDn } from './ldap-person';

/** A group of a directory. */
export interface LdapGroup {
  dn: string;
  name: string;
  /** As the configuration says: names of entries, or what people type to sign in. */
  members: readonly string[];
}

/** A group here, and which entries are to be in it. */
export interface WantedGroup {
  name: string;
  /** Ids of entries, each once. */
  memberIds: readonly string[];
}

/** A group here as it is. */
export interface PresentGroup {
  name: string;
  /** LDAP says who is in it. */
  isMirrored: boolean;
}

/**
 * The groups that the directory is to have here (identity.md 4): of those that are named, in it is who is listed and
 * nobody else; so a group that the directory has no more is empty. Groups that are not named are left alone.
 * @param present groups that LDAP made or took in hand before
 */
export function wantedGroups(
  groups: readonly LdapGroup[],
  people: readonly LdapPerson[],
  config: Pick<LdapConfig, 'mirrored_groups'>,
  present: readonly PresentGroup[],
): WantedGroup[] {
  const { mirrored_groups: mirrored } = config;
  if (!mirrored) return [];
  const membersOf = memberReader(groups, people, mirrored);
  const listed = new Map<string, Set<string>>();
  const byName = new Map<string, LdapGroup[]>();
  for (const group of groups) byName.set(lower(group.name), [...(byName.get(lower(group.name)) ?? []), group]);
  const pairs =
    mirrored.names === '*'
      ? [
          ...groups.map(({ name }) => ({ external: name, local: name })),
          ...present.filter(({ isMirrored }) => isMirrored).map(({ name }) => ({ external: name, local: name })),
        ]
      : mirrored.names.map(({ external, local = external }) => ({ external, local }));
  for (const { external, local } of pairs) {
    const ids = listed.get(local) ?? new Set<string>();
    for (const group of byName.get(lower(external)) ?? []) for (const id of membersOf(group)) ids.add(id);
    listed.set(local, ids);
  }
  return [...listed].map(([name, ids]) => ({ name, memberIds: [...ids] }));
}

/** Of a group, the ids of the people in it; of a nested one, those in its groups too. */
function memberReader(
  groups: readonly LdapGroup[],
  people: readonly LdapPerson[],
  { members_are: are = 'dn', nested: isNested = false }: NonNullable<LdapConfig['mirrored_groups']>,
): (group: LdapGroup) => Set<string> {
  const comparable = are === 'dn' ? comparableDn : lower;
  const idOf = new Map(
    people.flatMap((person): [string, string][] => {
      const name = are === 'dn' ? person.dn : person.login;
      return name === undefined ? [] : [[comparable(name), person.id]];
    }),
  );
  const byDn = new Map(groups.map((group) => [comparableDn(group.dn), group]));
  const collect = (group: LdapGroup, into: Set<string>, seen: Set<LdapGroup>): Set<string> => {
    seen.add(group);
    for (const member of group.members) {
      const id = idOf.get(comparable(member));
      if (id !== undefined) into.add(id);
      const inner = isNested ? byDn.get(comparableDn(member)) : undefined;
      if (inner && !seen.has(inner)) collect(inner, into, seen);
    }
    return into;
  };
  return (group) => collect(group, new Set(), new Set());
}

function lower(text: string): string {
  return text.toLowerCase();
}
