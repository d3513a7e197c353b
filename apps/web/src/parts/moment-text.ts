import { languageInUse, t } from '../strings/strings';

interface Clock {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly usesTwentyFourHours: boolean;
}

/** Made once for each language and form: they are costly, and lists need many texts. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatted(seconds: number, options: Intl.DateTimeFormatOptions): string {
  const key = `${languageInUse()} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(languageInUse(), options);
  formats.set(key, format);
  return format.format(seconds * 1000);
}

const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

/** The time of day of something. */
export function timeText(seconds: number, usesTwentyFourHours: boolean): string {
  const hourCycle = usesTwentyFourHours ? 'h23' : 'h12';
  return formatted(seconds, { hour: 'numeric', minute: '2-digit', hourCycle });
}

/** When something was, as short as it stays clear: the time of today, the day of this year, else the date. */
export function momentText(seconds: number, { now, usesTwentyFourHours }: Clock): string {
  const [then, today] = [new Date(seconds * 1000), new Date(now)];
  if (isSameDay(then, today)) return timeText(seconds, usesTwentyFourHours);
  const day = { day: 'numeric', month: 'short' } as const;
  const isThisYear = then.getFullYear() === today.getFullYear();
  return formatted(seconds, isThisYear ? day : { ...day, year: 'numeric' });
}

/** The same in full. */
export function fullMomentText(seconds: number): string {
  return formatted(seconds, { dateStyle: 'full', timeStyle: 'long' });
}

/** The day of something as a heading: today and yesterday by name, the year where it is another one. @param now in ms */
export function dayHeading(seconds: number, now: number): string {
  const [then, today] = [new Date(seconds * 1000), new Date(now)];
  const yesterday = new Date(now);
  yesterday.setDate(today.getDate() - 1);
  if (isSameDay(then, today)) return t('day.today');
  if (isSameDay(then, yesterday)) return t('day.yesterday');
  const day = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  return formatted(seconds, then.getFullYear() === today.getFullYear() ? day : { ...day, year: 'numeric' });
}

/** The day of something, in full. */
export function fullDayText(seconds: number): string {
  return formatted(seconds, { dateStyle: 'long' });
}

/** The day and the time of something, also ahead. */
export function dayAndTimeText(seconds: number): string {
  return formatted(seconds, { dateStyle: 'medium', timeStyle: 'short' });
}
