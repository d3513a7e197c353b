import { amountOf, amountText, secondsOf } from './limits';

describe('limits of time', () => {
  it.each([
    [60, 1, 'minutes'],
    [90, 2, 'minutes'],
    [600, 10, 'minutes'],
    [3600, 1, 'hours'],
    [5400, 90, 'minutes'],
    [86_400, 1, 'days'],
    [90_000, 25, 'hours'],
    [604_800, 7, 'days'],
  ] as const)('%i seconds are %i %s', (seconds, amount, unit) => {
    expect(amountOf(seconds)).toEqual({ amount, unit });
  });

  it('are seconds again', () => {
    for (const seconds of [60, 5400, 90_000, 604_800]) expect(secondsOf(amountOf(seconds))).toBe(seconds);
  });

  it('are said in the language in use', () => {
    expect(amountText({ amount: 1, unit: 'days' }, 'en')).toBe('1 day');
    expect(amountText({ amount: 10, unit: 'minutes' }, 'de')).toBe('10 Minuten');
  });
});
