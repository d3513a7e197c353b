import { mailDate } from './mail-date';

describe('the date of a mail', () => {
  const SUMMER = Date.parse('2026-07-01T22:30:05Z');

  it.each([
    ['', 'Wed, 01 Jul 2026 22:30:05 +0000'],
    ['No/Where', 'Wed, 01 Jul 2026 22:30:05 +0000'],
    ['Europe/Berlin', 'Thu, 02 Jul 2026 00:30:05 +0200'],
    ['America/New_York', 'Wed, 01 Jul 2026 18:30:05 -0400'],
    ['Asia/Kolkata', 'Thu, 02 Jul 2026 04:00:05 +0530'],
  ])('is by the clock of %j', (zone, date) => {
    expect(mailDate(SUMMER, zone)).toBe(date);
    expect(Date.parse(date)).toBe(SUMMER);
  });
});
