import { quotedPhrases } from './search-query';

it.each([
  ['plain words', []],
  ['"rollback plan"', ['rollback plan']],
  ['red "rollback plan" or "100% sure"', ['rollback plan', '100% sure']],
  ['an "open quote', []],
  ['"" and " "', []],
])('finds the phrases of %s', (query, phrases) => {
  expect(quotedPhrases(query)).toEqual(phrases);
});
