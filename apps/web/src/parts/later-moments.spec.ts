import { describe, expect, it } from 'vitest';
import { fieldOf, laterMoments, secondsOf } from './later-moments';

const namesAt = (now: Date) => laterMoments(now).map(({ name }) => name);

describe('times to choose from', () => {
  it('are ahead, soonest first', () => {
    // A Wednesday.
    const now = new Date(2026, 10, 25, 6, 30);
    const names = ['inHour', 'thisMorning', 'inThreeHours', 'thisAfternoon', 'tomorrow', 'tomorrowAfternoon'];
    expect(namesAt(now)).toEqual(names);
    const at = laterMoments(now).map((moment) => new Date(moment.at * 1000));
    expect(at.at(1)).toEqual(new Date(2026, 10, 25, 9));
    expect(at.at(3)).toEqual(new Date(2026, 10, 25, 16));
    expect(at.at(4)).toEqual(new Date(2026, 10, 26, 9));
    expect(at.at(5)).toEqual(new Date(2026, 10, 26, 16));
  });

  it('leave out what is over or about to be', () => {
    const late = ['inHour', 'inThreeHours', 'tomorrow', 'tomorrowAfternoon'];
    expect(namesAt(new Date(2026, 10, 25, 15, 57))).toEqual(late);
    expect(namesAt(new Date(2026, 10, 29, 20))).toEqual(late);
  });

  it.each([
    ['Friday', 27],
    ['Saturday', 28],
  ])('lead over the weekend on a %s', (_name, day) => {
    const last = laterMoments(new Date(2026, 10, day, 20)).at(-1);
    expect(last).toEqual({ name: 'monday', at: new Date(2026, 10, 30, 9).getTime() / 1000 });
  });

  it('are written into a field and read from it', () => {
    const noon = new Date(2026, 10, 25, 12, 5).getTime() / 1000;
    expect(fieldOf(noon)).toBe('2026-11-25T12:05');
    expect(secondsOf('2026-11-25T12:05')).toBe(noon);
    expect(secondsOf('')).toBeUndefined();
  });
});
