import { MAIL_LIFE_MS, deadLetterOf } from './attempt-result';

describe('a mail that was not handed over', () => {
  it.each([
    ['refused', 1, 0, true],
    ['delayed', 500, MAIL_LIFE_MS, false],
    ['delayed', 1, MAIL_LIFE_MS + 1, true],
    ['fault', 7, 0, false],
    ['fault', 8, 0, true],
  ] as const)('is a dead letter or tried again: %s, attempt %i, age %i', (kind, attempts, ageMs, isDead) => {
    expect(deadLetterOf({ kind, text: 'no', attempts, ageMs })).toBe(isDead ? 'no' : null);
  });

  it('keeps the beginning of what was said', () => {
    expect(deadLetterOf({ kind: 'refused', text: 'x'.repeat(9_000), attempts: 1, ageMs: 0 })).toHaveLength(500);
  });
});
