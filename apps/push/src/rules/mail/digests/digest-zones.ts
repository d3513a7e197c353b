import { canonicalTimeZone } from '@stoa/policy';

/** Digests are for the morning: this hour of the reader's day, which they are spread over. */
const DIGEST_HOUR = 9;

/** A time zone where it is the hour of digests, and which day of the week. */
export interface DigestZone {
  /** By the name that accounts have. */
  zone: string;
  /** 0 is Monday, as in `digest_weekday`. */
  weekday: number;
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** Where accounts without a zone are, and those with one that nobody knows. */
const FALLBACK_ZONE = 'UTC';
/** What tells day and hour, by the name of the zone without aliases. Making one takes longer than asking it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' });
  formats.set(timeZone, made);
  return made;
}

/**
 * Where it is the hour of digests now.
 * @param names of zones, as accounts have them: aliases are the zones that they stand for
 * @param now milliseconds since 1970
 */
export function digestZones(names: readonly string[], now: number): DigestZone[] {
  return names.flatMap((zone) => {
    const format = formatOf(canonicalTimeZone(zone) ?? FALLBACK_ZONE);
    const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
    if (Number(parts.get('hour')) !== DIGEST_HOUR) return [];
    return [{ zone, weekday: WEEKDAYS.indexOf(parts.get('weekday') ?? '') }];
  });
}
