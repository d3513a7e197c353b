import { dayHeading, momentText } from './moment-text';

const at = (...parts: [number, number, number, number, number]): number => new Date(...parts).getTime();
const now = at(2026, 10, 23, 18, 0);
const text = (then: number, usesTwentyFourHours = true): string =>
  momentText(then / 1000, { now, usesTwentyFourHours });

describe('when something was', () => {
  it('is the time of today, the day of this year, or the date', () => {
    expect(text(at(2026, 10, 23, 9, 5))).toMatch(/^0?9:05$/);
    expect(text(at(2026, 10, 23, 21, 5), false)).toMatch(/^9:05\sPM$/);
    expect(text(at(2026, 10, 22, 9, 5))).toBe('Nov 22');
    expect(text(at(2025, 10, 23, 9, 5))).toBe('Nov 23, 2025');
  });

  it('stands under today, yesterday, its day, and the year where that is another one', () => {
    const heading = (then: number): string => dayHeading(then / 1000, now);
    expect(heading(at(2026, 10, 23, 0, 1))).toBe('Today');
    expect(heading(at(2026, 10, 22, 23, 59))).toBe('Yesterday');
    expect(heading(at(2026, 10, 21, 23, 59))).toBe('Saturday, November 21');
    expect(heading(at(2025, 11, 31, 12, 0))).toBe('Wednesday, December 31, 2025');
    const newYear = at(2027, 0, 1, 0, 5);
    expect(dayHeading(at(2026, 11, 31, 23, 0) / 1000, newYear)).toBe('Yesterday');
  });
});
