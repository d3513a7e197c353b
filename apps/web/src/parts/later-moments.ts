/** A time that is often wanted. */
interface LaterMoment {
  readonly name:
    'inHour' | 'inThreeHours' | 'thisMorning' | 'thisAfternoon' | 'tomorrow' | 'tomorrowAfternoon' | 'monday';
  /** Seconds since 1970. */
  readonly at: number;
}

const HOUR = 3600;
const MORNING = 9;
const AFTERNOON = 16;
const MONDAY = 1;
const FRIDAY = 5;
const SATURDAY = 6;
const DAYS = 7;
/** The service sends at the due minute: earlier than this nobody means later. */
export const SOONEST_SECONDS = 5 * 60;

/** An hour of the day that is so many days away, by the clock of this device. */
function hourOf(now: Date, days: number, hour: number): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour).getTime() / 1000;
}

/**
 * Times to choose from, soonest first: hours from now, hours of today that are not over and of tomorrow and, before a
 * weekend is over, of the Monday after it (web-details.md D.8).
 */
export function laterMoments(now: Date): readonly LaterMoment[] {
  const seconds = Math.floor(now.getTime() / 1000);
  const day = now.getDay();
  const toMonday = MONDAY - day + DAYS;
  const all: readonly LaterMoment[] = [
    { name: 'inHour', at: seconds + HOUR },
    { name: 'inThreeHours', at: seconds + 3 * HOUR },
    { name: 'thisMorning', at: hourOf(now, 0, MORNING) },
    { name: 'thisAfternoon', at: hourOf(now, 0, AFTERNOON) },
    { name: 'tomorrow', at: hourOf(now, 1, MORNING) },
    { name: 'tomorrowAfternoon', at: hourOf(now, 1, AFTERNOON) },
    // On Sundays that is tomorrow.
    ...(day === FRIDAY || day === SATURDAY ? [{ name: 'monday' as const, at: hourOf(now, toMonday, MORNING) }] : []),
  ];
  return all.filter(({ at }) => at >= seconds + SOONEST_SECONDS).sort((a, b) => a.at - b.at);
}

/** A time for a field of date and time, by the clock of this device. */
export function fieldOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** @returns seconds since 1970; undefined for what is no time */
export function secondsOf(field: string): number | undefined {
  const time = new Date(field).getTime();
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000);
}
