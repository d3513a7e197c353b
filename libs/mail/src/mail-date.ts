import { canonicalTimeZone } from '@stoa/policy';

/**
 * A moment as the `Date` of a mail (RFC 5322), by the clock of its reader: programs that show it as it is show the right time.
 * @param ms milliseconds since 1970
 * @param timezone IANA name; of what is no zone, and of '', it is UTC
 */
export function mailDate(ms: number, timezone = ''): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: canonicalTimeZone(timezone) ?? 'UTC',
    ...({ weekday: 'short', day: '2-digit', month: 'short', year: 'numeric' } as const),
    ...({
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'longOffset',
    } as const),
  });
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  const [, sign = '+', hours = '00', minutes = '00'] = /^GMT([+-])(\d\d):(\d\d)/.exec(part('timeZoneName')) ?? [];
  const time = `${part('hour')}:${part('minute')}:${part('second')}`;
  return `${part('weekday')}, ${part('day')} ${part('month')} ${part('year')} ${time} ${sign}${hours}${minutes}`;
}
