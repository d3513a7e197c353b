const MINUTES_PER_HOUR = 60;
const MS_PER_MINUTE = 60_000;

/** The next full hour, for a field of date and time by the clock of this device. */
export function nextHour(now: Date): Date {
  const next = new Date(now);
  next.setHours(now.getHours() + 1, 0, 0, 0);
  return next;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** A time as messages write it (markdown.md): ISO 8601 with this device's distance from UTC at that time. */
export function timeMarkup(date: Date): string {
  const east = -date.getTimezoneOffset();
  const size = Math.abs(east);
  const offset = `${east < 0 ? '-' : '+'}${two(Math.floor(size / MINUTES_PER_HOUR))}:${two(size % MINUTES_PER_HOUR)}`;
  const local = new Date(date.getTime() + east * MS_PER_MINUTE).toISOString().slice(0, 19);
  return `<time:${local}${offset}>`;
}
