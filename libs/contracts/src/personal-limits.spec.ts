import { PERSONAL_LIMITS, requireRoom } from './personal-limits';

describe('limits of personal lists', () => {
  const limit = PERSONAL_LIMITS.drafts;

  it.each<[string, number, number]>([
    ['the last one that fits', limit, 1],
    ['nothing new beside too many', limit + 5, 0],
  ])('take %s', (_what, kept, added) => expect(() => requireRoom('drafts', kept, added)).not.toThrow());

  it('refuse one more, and say what to do', () =>
    expect(() => requireRoom('drafts', limit + 1, 1)).toThrow(
      'You cannot have more than 1000 drafts. Delete some that you no longer need and try again.',
    ));
});
