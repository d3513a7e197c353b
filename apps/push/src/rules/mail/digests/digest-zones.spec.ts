import { digestZones } from './digest-zones';

const NAMES = [
  ...Intl.supportedValuesOf('timeZone'),
  ...['UTC', 'Etc/UTC', 'Europe/Kyiv', 'Asia/Kolkata', 'Etc/GMT+5', 'Etc/GMT-14', 'US/Eastern', 'GMT', ''],
];
const at = (iso: string) => new Map(digestZones(NAMES, Date.parse(iso)).map(({ zone, weekday }) => [zone, weekday]));

describe('where it is the hour of digests', () => {
  it('is by the clock of the place, with its day of the week', () => {
    const zones = at('2026-11-24T09:30:00Z');
    expect(zones.get('UTC')).toBe(1);
    expect(zones.get('Europe/London')).toBe(1);
    expect(zones.has('Europe/Berlin')).toBe(false);
    expect(at('2026-11-24T08:30:00Z').get('Europe/Berlin')).toBe(1);
  });

  it('knows summer time, and both sides of the date line', () => {
    expect(at('2026-07-20T07:00:00Z').get('Europe/Berlin')).toBe(0);
    expect(at('2026-11-22T20:59:59Z').get('Pacific/Auckland')).toBe(0);
    expect(at('2026-11-22T20:00:00Z').get('Pacific/Pago_Pago')).toBe(6);
  });

  it('knows the names that accounts have, those that were imported among them', () => {
    expect(at('2026-11-24T03:45:00Z').get('Asia/Kolkata')).toBe(1);
    const zones = at('2026-11-24T14:30:00Z');
    expect(zones.get('Etc/GMT+5')).toBe(1);
    expect(zones.get('US/Eastern')).toBe(1);
    expect(at('2026-11-23T19:30:00Z').get('Etc/GMT-14')).toBe(1);
  });

  it('is that of UTC where nobody knows the zone', () => {
    const unknown = ['', 'Moon/Tranquility', 'europe/berlin', '+01:00'];
    expect(digestZones(unknown, Date.parse('2026-11-24T09:30:00Z'))).toEqual(
      unknown.map((zone) => ({ zone, weekday: 1 })),
    );
    expect(digestZones(unknown, Date.parse('2026-11-24T08:30:00Z'))).toEqual([]);
  });

  it('is once a day everywhere', () => {
    const days = new Map<string, number>();
    for (let hour = 0; hour < 24; hour++) {
      for (const { zone } of digestZones(NAMES, Date.UTC(2026, 10, 24, hour)))
        days.set(zone, (days.get(zone) ?? 0) + 1);
    }
    expect(new Set(days.values())).toEqual(new Set([1]));
    expect(days.size).toBe(new Set(NAMES).size);
  });
});
