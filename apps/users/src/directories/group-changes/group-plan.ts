import type { FieldSource } from '@stoa/policy';
import type { GroupOfPerson } from './directory-groups.repository';
import { groupObjection } from './group-objection';

/** What has to be done so that somebody is in the groups that a source says. */
export interface GroupPlan {
  /** Names of groups that have to be made, with the person in them. */
  made: string[];
  /** Ids of groups. */
  joins: number[];
  leaves: number[];
  /** Ids of groups whose members the source says from now on. */
  taken: number[];
  /** What would differ and stays as it is, and why. */
  skipped: string[];
}

/**
 * @param wanted whether the person is to be in a group, by its name here
 * @param present the groups of these names that there are
 */
export function planGroups(
  source: FieldSource,
  wanted: ReadonlyMap<string, boolean>,
  present: readonly GroupOfPerson[],
): GroupPlan {
  const byName = new Map(present.map((group) => [group.name, group]));
  const plan: GroupPlan = { made: [], joins: [], leaves: [], taken: [], skipped: [] };
  for (const [name, isWanted] of wanted) {
    const group = byName.get(name);
    const isAlready = group ? group.manager === source && group.isMember === isWanted : !isWanted;
    if (isAlready) continue;
    const objection = groupObjection(source, name, group);
    if (objection !== null) {
      if ((group?.isMember ?? false) !== isWanted) plan.skipped.push(`group ${name}: ${objection}`);
    } else if (!group) plan.made.push(name);
    else {
      if (group.manager !== source) plan.taken.push(group.id);
      if (group.isMember !== isWanted) (isWanted ? plan.joins : plan.leaves).push(group.id);
    }
  }
  return plan;
}

/** Whether there is nothing to do. */
export function isDone({ made, joins, leaves, taken }: GroupPlan): boolean {
  return [made, joins, leaves, taken].every((list) => list.length === 0);
}
