import { nameFromFile, standardName } from './emoji-names';

describe('an emoji of the organization', () => {
  it.each([
    ['Party Cat.gif', 'party_cat'],
    ['logo.final.png', 'logo_final'],
    ['Ünï.png', 'n'],
    ['-x-.png', '-x'],
  ])('of the file %s may be called %s', (file, name) => {
    expect(nameFromFile(file)).toBe(name);
  });

  it.each([
    ['tada', 'tada'],
    [' thumbs up ', 'thumbs_up'],
    ['zulip', 'zulip'],
    ['party_cat', undefined],
    ['', undefined],
  ])('called “%s” replaces the standard one that is called %s', (typed, name) => {
    expect(standardName(typed)).toBe(name);
  });
});
