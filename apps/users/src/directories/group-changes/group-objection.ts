import { type FieldSource, groupNameProblem, mayManageGroup } from '@stoa/policy';
import { DIRECTORY_NAMES } from '../../shared/directory-accounts/field-authority';
import type { NameHolder } from './directory-groups.repository';

/**
 * Why a directory may not say who is in the group of a name (identity.md 4), for the operator; null: it may.
 * @param holder the group that has the name; undefined: it would be made
 */
export function groupObjection(
  source: FieldSource,
  name: string,
  holder: Omit<NameHolder, 'id'> | undefined,
): string | null {
  const wrong = groupNameProblem(name);
  if (wrong !== undefined) return wrong;
  if (!holder) return null;
  if (holder.isSystemGroup) return 'it is a group of the system';
  if (holder.isDeactivated) return 'it is deactivated';
  const { manager } = holder;
  if (mayManageGroup(source, manager) || manager === null || manager === 'user') return null;
  return `it is managed by ${DIRECTORY_NAMES[manager]}`;
}
