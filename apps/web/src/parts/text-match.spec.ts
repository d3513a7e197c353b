import { matchRank, matchesText } from './text-match';

describe('filters by the beginnings of words', () => {
  it.each([
    ['', 'anything', 3],
    ['design', 'Design', 0],
    ['des', 'design team', 1],
    ['team', 'design team', 2],
    ['t d', 'design-team', 2],
    ['zoe', 'Zoë', 0],
    ['esign', 'design', undefined],
    ['design x', 'design', undefined],
  ])('%j in %j', (typed, text, rank) => {
    expect(matchRank(typed, text)).toBe(rank);
    expect(matchesText(typed, text)).toBe(rank !== undefined);
  });
});
