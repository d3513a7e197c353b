import type { State } from '../store/state';
import { lastActiveText } from '../store/presence';
import { t } from '../strings/strings';
import { type Target, targetText } from './target';

/** How long the one whom a direct message goes to has not been there, in words; undefined for who is there. */
function absenceText(state: State, name: string, userId: number, dayStarts: number): string | undefined {
  const last = lastActiveText(state, userId, dayStarts);
  switch (last?.kind) {
    case undefined:
    case 'active':
    case 'idle':
      return undefined;
    case 'days':
      return t('compose.placeholderDays', { name, count: last.count });
    case 'date':
    case 'never':
      return t('compose.placeholderLong', { name });
    default:
      return t('compose.placeholderOffline', { name });
  }
}

/**
 * What stands in an empty box: to whom one writes, and whether they will read it soon (web-details.md D.1).
 * @param dayStarts seconds since 1970 at which the viewer's day began
 */
export function placeholderFor(state: State, target: Target, dayStarts: number): string {
  const name = targetText(state, target);
  const [only, ...others] = target.type === 'direct' ? target.userIds : [];
  const isToOne = only !== undefined && others.length === 0 && only !== state.userId;
  const isKnown = isToOne && !state.organization.realm_presence_disabled;
  return (isKnown && absenceText(state, name, only, dayStarts)) || t('compose.placeholderTo', { name });
}
