import { languageInUse } from '../../strings/strings';

/** @param seconds UNIX time */
export function timeText(seconds: number): string {
  const format = new Intl.DateTimeFormat(languageInUse(), { dateStyle: 'short', timeStyle: 'medium' });
  return format.format(seconds * 1_000);
}
