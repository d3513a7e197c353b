import { canonicalTimeZone } from '@stoa/policy';

/** Digests are for the morning: this hour of the reader's day, which they are spread over. */
const DIGEST_HOUR = 9;

/** A time zone where it is the hour of digests, and which day of the week. */
export interface DigestZone {
  zone: string;
  /** 0 is Monday, as in `digest_weekday`. */
  weekday: number;
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** Where accounts without a zone are, and those with one that nobody knows. */
export const FALLBACK_ZONE = 'UTC';
let known: ReadonlyMap<string, Intl.DateTimeFormat> | undefined;

/** The names that accounts may have, with what tells day and hour there. Made once: there are some five hundred. */
function zones(): ReadonlyMap<string, Intl.DateTimeFormat> {
  if (known) return known;
  const names = Intl.supportedValuesOf('timeZone').flatMap((name) => [name, canonicalTimeZone(name) ?? name]);
  known = new Map(
    [...new Set([...names, FALLBACK_ZONE, 'Etc/UTC'])].map((timeZone) => [
      timeZone,
      new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' }),
    ]),
  );
  return known;
}

/** The names of all zones that accounts may have. */
export function zoneNames(): string[] {
  return [...zones().keys()];
}

/** Where it is the hour of digests now. @param now milliseconds since 1970 */
export function digestZones(now: number): DigestZone[] {
  return [...zones()].flatMap(([zone, format]) => {
    const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
    if (Number(parts.get('hour')) !== DIGEST_HOUR) return [];
    return [{ zone, weekday: WEEKDAYS.indexOf(parts.get('weekday') ?? '') }];
  });
}
