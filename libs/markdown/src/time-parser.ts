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
const UNIX_SECONDS = /^-?\d{1,12}(?:\.\d{1,6})?$/;

const FREE_FORM_CHARACTERS = /^[A-Za-z0-9:,./+\- ]{4,60}$/;
/** A date in numbers; the parts are separated by the same sign. */
const NUMERIC_DATE = /(?<![\w.:/-])(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})(?![\w:/-])/;
/** Hyphens of `5-Mar-2026`. */
const HYPHEN_AT_NAME = /(?<=[A-Za-z])-(?=\d)|(?<=\d)-(?=[A-Za-z])/g;
const WORDS = /[A-Za-z]+|\d+(?::\d{2}){1,2}|\d+|[+-]\d{2}:?\d{2}/g;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const FILLERS: ReadonlySet<string> = new Set(['utc', 'gmt', 'z', 'at', 'of', 'st', 'nd', 'rd', 'th', 't']);

/** Years of two digits: 69 to 99 are of the last century. */
const FIRST_YEAR_OF_LAST_CENTURY = 69;

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

/** A month alone is its first day. */
function parseIso(text: string): string | null {
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

function parseUnixSeconds(text: string): string | null {
  if (!UNIX_SECONDS.test(text)) return null;
  const milliseconds = Math.round(Number(text) * 1000);
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) return null;
  return format({
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    microsecond: date.getUTCMilliseconds() * 1000,
  });
}

function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year + (year < FIRST_YEAR_OF_LAST_CENTURY ? 2000 : 1900);
}

/** Year first, or month, day, year; a first number that is no month is the day. */
function dateOfNumbers(first: string, second: string, third: string): Pick<Instant, 'year' | 'month' | 'day'> {
  if (first.length > 2) return { year: Number(first), month: Number(second), day: Number(third) };
  const isDayFirst = Number(first) > 12;
  return {
    year: fullYear(third),
    month: Number(isDayFirst ? second : first),
    day: Number(isDayFirst ? first : second),
  };
}

/** Collects the parts of a date in words, such as `Mar 5 2026 9am`. */
class FreeForm {
  private readonly numbers: number[] = [];
  private month: number | undefined;
  private time: Pick<Instant, 'hour' | 'minute' | 'second'> = {};
  private offset = 0;

  /** @param date what was written in numbers, if anything */
  constructor(private readonly date: Pick<Instant, 'year' | 'month' | 'day'> | null) {}

  /** Takes one word; false when it is not part of a date. */
  take(word: string): boolean {
    const lower = word.toLowerCase();
    if (/^\d+:/.test(word)) {
      const [hour = 0, minute = 0, second = 0] = word.split(':').map(Number);
      this.time = { hour, minute, second };
    } else if (/^\d+$/.test(word)) {
      this.numbers.push(Number(word));
    } else if (lower === 'am' || lower === 'pm') {
      return this.takeHalfOfDay(lower === 'pm');
    } else if (/^[+-]/.test(word)) {
      this.offset = offsetMinutes(word);
    } else if (MONTHS.includes(lower.slice(0, 3)) && lower.length >= 3) {
      this.month = MONTHS.indexOf(lower.slice(0, 3)) + 1;
    } else {
      return FILLERS.has(lower) || DAYS.includes(lower.slice(0, 3));
    }
    return true;
  }

  private takeHalfOfDay(isAfternoon: boolean): boolean {
    const hour = this.time.hour ?? this.numbers.pop();
    if (hour === undefined || hour < 1 || hour > 12) return false;
    this.time = { ...this.time, hour: (hour % 12) + (isAfternoon ? 12 : 0) };
    return true;
  }

  result(): string | null {
    const { month, date, time, offset } = this;
    if (date !== null) {
      return month === undefined && this.numbers.length === 0 ? format({ ...date, ...time, offset }) : null;
    }
    const year = this.numbers.find((number) => number > 31);
    const rest = this.numbers.filter((number) => number !== year);
    if (month === undefined || year === undefined || rest.length > 1) return null;
    return format({ year, month, day: rest[0] ?? 1, ...time, offset });
  }
}

function parseFreeForm(text: string): string | null {
  if (!FREE_FORM_CHARACTERS.test(text)) return null;
  const numeric = NUMERIC_DATE.exec(text);
  const [written = '', first = '', , second = '', third = ''] = numeric ?? [];
  const form = new FreeForm(numeric === null ? null : dateOfNumbers(first, second, third));
  const rest = text.replace(written, ' ').replace(HYPHEN_AT_NAME, ' ');
  for (const [word] of rest.matchAll(WORDS)) if (!form.take(word)) return null;
  return form.result();
}

/**
 * The UTC form of a time that an author wrote (markdown.md 10): ISO 8601, UNIX seconds, or a date in words or numbers.
 * Null if none, also for what depends on the day on which it is read.
 */
export function parseTime(source: string): string | null {
  const text = source.trim();
  return parseIso(text) ?? parseUnixSeconds(text) ?? parseFreeForm(text);
}
