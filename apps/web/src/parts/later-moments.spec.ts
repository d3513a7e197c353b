import { describe, expect, it } from 'vitest';
import { fieldOf, laterMoments, secondsOf } from './later-moments';

const namesAt = (now: Date) => laterMoments(now).map(({ name }) => name);

describe('times to choose from', () => {
  it('are ahead, soonest first', () => {
    const now = new Date(2026, 10, 25, 11, 30);
    expect(namesAt(now)).toEqual(['inHour', 'thisAfternoon', 'inThreeHours', 'thisEvening', 'tomorrow', 'monday']);
    const at = laterMoments(now).map((moment) => new Date(moment.at * 1000));
    expect(at.at(1)).toEqual(new Date(2026, 10, 25, 13));
    expect(at.at(-2)).toEqual(new Date(2026, 10, 26, 9));
    expect(at.at(-1)).toEqual(new Date(2026, 10, 30, 9));
  });

  it('leave out what is over or about to be, and Monday where it is tomorrow', () => {
    expect(namesAt(new Date(2026, 10, 25, 16, 57))).toEqual(['inHour', 'inThreeHours', 'tomorrow', 'monday']);
    expect(namesAt(new Date(2026, 10, 29, 20))).toEqual(['inHour', 'inThreeHours', 'tomorrow']);
    expect(laterMoments(new Date(2026, 10, 30, 20)).at(-1)?.at).toBe(new Date(2026, 11, 7, 9).getTime() / 1000);
  });

  it('are written into a field and read from it', () => {
    const noon = new Date(2026, 10, 25, 12, 5).getTime() / 1000;
    expect(fieldOf(noon)).toBe('2026-11-25T12:05');
    expect(secondsOf('2026-11-25T12:05')).toBe(noon);
    expect(secondsOf('')).toBeUndefined();
  });
});
