import { paceWaitMs } from './pace-wait';

describe('the wait of what is too much for a minute', () => {
  const wait = (asked: number, random = 0) =>
    paceWaitMs({ asked, perWindow: 60, untilNextMs: 20_000, windowMs: 60_000 }, () => random);

  it.each([
    [61, 20_000],
    [120, 20_000],
    [121, 80_000],
    [180, 80_000],
    [601, 20_000 + 9 * 60_000],
  ])('is that of the minute with room for the %ith', (asked, expected) => expect(wait(asked)).toBe(expected));

  it('ends anywhere within that minute', () => expect(wait(61, 0.5)).toBe(50_000));

  it('is half an hour at most', () => expect(wait(1_000_000)).toBe(1_800_000));

  it('ends anywhere within the ten minutes before for all that would wait longer', () => {
    expect(wait(1_000_000, 0.5)).toBe(1_500_000);
    expect(wait(1_000_000, 0.999)).toBeGreaterThan(1_200_000);
  });
});
