import type { Draft } from '../draft';
import type { State } from '../state';

interface AnonymousValue {
  direct_members: number[];
  direct_subgroups: number[];
}

function isAnonymous(value: unknown): value is AnonymousValue {
  return (
    typeof value === 'object' && value !== null && 'direct_members' in value && Array.isArray(value.direct_members)
  );
}

/** Takes a deactivated user out of every value of a permission setting that lists the user. */
export function withoutMember(draft: Draft<State>, userId: number): void {
  for (const [id, channel] of draft.state.channels) {
    const changed = cleaned(channel, userId);
    if (changed) draft.write('channels').set(id, changed);
  }
  for (const [id, group] of draft.state.groups) {
    const changed = cleaned(group, userId);
    if (changed) draft.write('groups').set(id, changed);
  }
  const organization = cleaned(draft.state.organization, userId);
  if (organization) draft.set('organization', organization);
}

/** The holder without the user; undefined if no value lists the user. */
function cleaned<H extends object>(holder: H, userId: number): H | undefined {
  const changes = Object.entries(holder).flatMap(([name, value]: [string, unknown]) => {
    if (!isAnonymous(value) || !value.direct_members.includes(userId)) return [];
    return [[name, { ...value, direct_members: value.direct_members.filter((id) => id !== userId) }] as const];
  });
  return changes.length > 0 ? { ...holder, ...Object.fromEntries(changes) } : undefined;
}
