import { isFlooded } from './mail-rate';
import { isOfSameDomain } from './mail-sender';

describe('who may answer by mail', () => {
  it.each([
    ['ada@example.com', 'ada@example.com', true],
    ['Ada.Alias@EXAMPLE.com', 'ada@example.com', true],
    ['ada@mail.example.com', 'ada@example.com', false],
    ['ada@example.com.evil.net', 'ada@example.com', false],
    ['', 'ada@example.com', false],
    ['', '', false],
  ])('%s for %s: %s', (from, account, expected) => {
    expect(isOfSameDomain(from, account)).toBe(expected);
  });
});

describe('how many mails channels of an organization get', () => {
  it.each([
    [{ minute: 49, fiveMinutes: 119, hour: 599 }, false],
    [{ minute: 50, fiveMinutes: 50, hour: 50 }, true],
    [{ minute: 1, fiveMinutes: 120, hour: 120 }, true],
    [{ minute: 0, fiveMinutes: 0, hour: 600 }, true],
  ])('%j: too many %s', (counts, expected) => {
    expect(isFlooded(counts)).toBe(expected);
  });
});
