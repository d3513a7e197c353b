import { PERSONAL_LIMITS, roomProblem } from './personal-limits';

describe('limits of personal lists', () => {
  const limit = PERSONAL_LIMITS.drafts;

  it.each<[string, number, number]>([
    ['the last one that fits', limit, 1],
    ['a change of a list that is too long already', limit + 5, 0],
  ])('take %s', (_what, kept, added) => expect(roomProblem('drafts', kept, added)).toBeUndefined());

  it('refuse one more, and say what to do', () =>
    expect(roomProblem('drafts', limit + 1, 1)).toBe(
      'You cannot have more than 1000 drafts. Delete some that you no longer need and try again.',
    ));
});
