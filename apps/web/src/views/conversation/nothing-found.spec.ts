import type { Narrow } from '../../narrow/terms';
import { ignoredWords, isOnlyOwn } from './nothing-found';

const words = (operand: string): Narrow => [{ operator: 'search', operand }];

describe('a search that found nothing', () => {
  it('names the words that the service passes over', () => {
    expect(ignoredWords(words('The logo of the'))).toEqual(['The', 'of', 'the']);
    expect(ignoredWords(words('"of the" logo'))).toEqual([]);
    expect(ignoredWords([{ operator: 'is', operand: 'starred' }])).toEqual([]);
  });

  it('may go on in public channels unless it says where to look', () => {
    expect(isOnlyOwn(words('logo'))).toBe(true);
    expect(isOnlyOwn([{ operator: 'channel', operand: 5 }, ...words('logo')])).toBe(false);
    expect(isOnlyOwn([{ operator: 'is', operand: 'starred' }])).toBe(false);
  });
});
