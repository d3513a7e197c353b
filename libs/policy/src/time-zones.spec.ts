import { canonicalTimeZone } from './time-zones';

describe('time zones', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['US/Pacific', 'America/Los_Angeles'],
    ['UTC', 'Etc/UTC'],
    ['Etc/UTC', 'Etc/UTC'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
    ['europe/berlin', null],
    ['+01:00', null],
    ['Mars/Olympus', null],
    ['', null],
  ])('%s is %s', (name, canonical) => {
    expect(canonicalTimeZone(name)).toBe(canonical);
  });
});
