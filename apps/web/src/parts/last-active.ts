import type { LastActive } from '../store/presence';
import { tp } from '../strings/people-strings';
import { languageInUse } from '../strings/strings';

/** When the viewer's day began, in seconds since 1970. */
export function dayStart(now = new Date()): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime() / 1000;
}

/** When somebody was there last, in words. */
export function lastActiveWords(last: LastActive): string {
  switch (last.kind) {
    case 'minutes':
    case 'hours':
    case 'days':
      return tp(`lastActive.${last.kind}`, { count: last.count });
    case 'date': {
      const date = new Intl.DateTimeFormat(languageInUse(), { dateStyle: 'long' }).format(last.at * 1000);
      return tp('lastActive.date', { date });
    }
    default:
      return tp(`lastActive.${last.kind}`);
  }
}
