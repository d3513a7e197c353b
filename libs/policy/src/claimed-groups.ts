import { groupNameProblem } from './group-permissions';

/** Something of a provider, and what it is called here: the same unless `local` says otherwise. */
export interface NamePair {
  external: string;
  local?: string;
}

/** As the name of a group at the provider: all that are not named. */
const ALL = '*';

/** The groups of a person by their names at the provider; `unknown`: there are too many for it to send. */
export type ClaimedGroups = string[] | 'unknown';

/** More than anybody is in: from there on a list is taken for a mistake. */
const MOST_GROUPS = 1_000;
const ARROW = '=>';

/**
 * The groups that a provider names.
 * @param values of the claim or attribute; absent: the person is in no group, as some providers leave it out then
 */
export function claimedGroups(values: unknown): ClaimedGroups {
  const names = [values].flat().flatMap((value) => (typeof value === 'string' && value.trim() ? value.trim() : []));
  return names.length > MOST_GROUPS ? 'unknown' : [...new Set(names)];
}

/**
 * In which groups here somebody is to be, by what a provider says (identity.md 4). Groups that the mapping does not name
 * are not in the answer: they are nobody's business. Names of providers have no case.
 * @param present groups that claims have said somebody is in before; they count where all of the provider's are groups here
 */
export function wantedMemberships(
  claimed: readonly string[],
  mapping: readonly NamePair[],
  present: readonly string[],
): Map<string, boolean> {
  const listed = new Set(claimed.map(lower));
  const wanted = new Map<string, boolean>();
  for (const { external, local = external } of mapping.filter((pair) => !isAll(pair))) {
    wanted.set(local, (wanted.get(local) ?? false) || listed.has(lower(external)));
  }
  if (!mapsAll(mapping)) return wanted;
  const named = new Set(mapping.map(({ external }) => lower(external)));
  const others = namesHere(
    claimed.filter((name) => !named.has(lower(name))),
    [...present, ...wanted.keys()],
  );
  for (const name of [...present, ...others]) if (!wanted.has(name)) wanted.set(name, others.has(name));
  return wanted;
}

/** What names without case are here: as groups are called that there are, else as they came first. */
function namesHere(names: readonly string[], known: readonly string[]): Set<string> {
  const exact = new Set(known);
  const byLower = new Map<string, string>();
  for (const name of [...known, ...names]) if (!byLower.has(lower(name))) byLower.set(lower(name), name);
  return new Set(names.map((name) => (exact.has(name) ? name : (byLower.get(lower(name)) ?? name))));
}

/** Whether all groups of which a provider speaks are groups here. */
export function mapsAll(mapping: readonly NamePair[]): boolean {
  return mapping.some(isAll);
}

/** Whether groups here may have all of the names that a mapping gives them. */
export function mapsToGroupNames(mapping: readonly NamePair[]): boolean {
  const names = mapping.filter((pair) => !isAll(pair)).map(({ external, local = external }) => local);
  return names.every((name) => groupNameProblem(name) === undefined);
}

function isAll({ external, local }: NamePair): boolean {
  return external === ALL && local === undefined;
}

/** As people write it: `EXTERNAL`, or `EXTERNAL => LOCAL`. */
export function readNamePair(text: string): NamePair {
  const at = text.lastIndexOf(ARROW);
  if (at < 0) return { external: text.trim() };
  return { external: text.slice(0, at).trim(), local: text.slice(at + ARROW.length).trim() };
}

/** What {@link readNamePair} reads. */
export function namePairText({ external, local }: NamePair): string {
  return local === undefined ? external : `${external} ${ARROW} ${local}`;
}

function lower(text: string): string {
  return text.toLowerCase();
}
