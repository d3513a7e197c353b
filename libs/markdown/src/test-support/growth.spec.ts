import { growsSlower } from './growth';

describe('growsSlower', () => {
  const sizes = { size: 1_000, factor: 8, limit: 30 };
  let sum = 0;
  const loop = (count: number): void => {
    for (let index = 0; index < count; index++) sum = (sum + index) % 1_000_003;
  };

  it('accepts linear work and finds quadratic work', () => {
    expect(growsSlower((size) => loop(size * 100), sizes)).toBe(true);
    expect(growsSlower((size) => loop(size * size), { ...sizes, rounds: 2 })).toBe(false);
  });
});
