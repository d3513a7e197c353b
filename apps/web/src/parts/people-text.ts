import type { State } from '../store/state';
import { userOf } from '../store/users';
import { languageInUse, t } from '../strings/strings';

/** Names of a direct conversation: sorted, or what notes to oneself are called. */
export function peopleText(state: Pick<State, 'users' | 'userId'>, userIds: readonly number[]): string {
  if (userIds.length === 1 && userIds[0] === state.userId) return t('direct.self');
  const names = userIds.map((id) => userOf(state, id).full_name);
  return names.sort(new Intl.Collator(languageInUse()).compare).join(', ');
}
