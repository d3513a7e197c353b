import { nextHour, timeMarkup } from './zoned-time';

describe('a time in a message', () => {
  /** Minutes that the clock of the device is behind UTC. */
  const inZone = (behind: number, iso: string): Date => {
    const date = new Date(iso);
    date.getTimezoneOffset = () => behind;
    return date;
  };

  it('says how far the clock is from UTC', () => {
    expect(timeMarkup(inZone(0, '2026-11-25T09:00:00Z'))).toBe('<time:2026-11-25T09:00:00+00:00>');
    expect(timeMarkup(inZone(-60, '2026-11-25T23:30:00Z'))).toBe('<time:2026-11-26T00:30:00+01:00>');
    expect(timeMarkup(inZone(-330, '2026-11-25T09:00:00Z'))).toBe('<time:2026-11-25T14:30:00+05:30>');
    expect(timeMarkup(inZone(210, '2026-11-25T01:00:00Z'))).toBe('<time:2026-11-24T21:30:00-03:30>');
  });

  it('begins with the next full hour', () => {
    expect(nextHour(new Date(2026, 10, 25, 23, 10, 5))).toEqual(new Date(2026, 10, 26, 0));
    expect(nextHour(new Date(2026, 10, 25, 9))).toEqual(new Date(2026, 10, 25, 10));
  });
});
