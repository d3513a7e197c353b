const ZONE = '(Z|UTC|GMT|[+-]\\d{2}:?\\d{2}|[+-]\\d{2})';
const ISO_TIME = new RegExp(
  `^(\\d{4})-(\\d{2})(?:-(\\d{2})(?:[T ](\\d{1,2})(?::(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?)? ?${ZONE}?)?)?$`,
  'i',
);
/** ISO 8601 without separators. */
const BASIC_TIME = new RegExp(
  `^(\\d{4})(\\d{2})(\\d{2})(?:T(\\d{2})(?:(\\d{2})(?:(\\d{2})(?:[.,](\\d{1,9}))?)?)?${ZONE}?)?$`,
  'i',
);

interface Instant {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  hour?: number;
  minute?: number;
  second?: number;
  microsecond?: number;
  /** Minutes east of UTC. */
  offset?: number;
}

function offsetMinutes(zone: string | undefined): number {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? '');
  if (match === null) return 0;
  const [, sign, hours, minutes = '0'] = match;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** The instant in UTC, or null when a part is out of range. */
function format(instant: Instant): string | null {
  const { year, month, day, hour = 0, minute = 0, second = 0, microsecond = 0, offset = 0 } = instant;
  const isPlausible =
    month >= 1 && month <= 12 && hour <= 23 && minute <= 59 && second <= 59 && Math.abs(offset) < 1440;
  if (!isPlausible || year < 1 || year > 9999) return null;
  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, day);
  if (local.getUTCDate() !== day) return null;
  const utc = new Date(local.getTime() + ((hour * 60 + minute - offset) * 60 + second) * 1000);
  if (utc.getUTCFullYear() < 1 || utc.getUTCFullYear() > 9999) return null;
  const fraction = microsecond === 0 ? '' : `.${String(microsecond).padStart(6, '0')}`;
  return `${utc.toISOString().slice(0, 19)}${fraction}Z`;
}

/**
 * The UTC form of a time that an author wrote in ISO 8601 (markdown.md 10); a month alone is its first day. Null if it is
 * none.
 */
export function parseTime(source: string): string | null {
  const text = source.trim();
  const match = ISO_TIME.exec(text) ?? BASIC_TIME.exec(text);
  if (match === null) return null;
  const [, year, month, day = '1', hour = '0', minute = '0', second = '0', fraction = '', zone] = match;
  return format({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    microsecond: Number(fraction.slice(0, 6).padEnd(6, '0')),
    offset: offsetMinutes(zone),
  });
}
