import { customEmojiName, customEmojiNameProblem, customEmojiUrls } from './custom-emoji';

describe('names of custom emoji', () => {
  it('are stripped, and spaces become underscores', () => expect(customEmojiName('  party cat ')).toBe('party_cat'));

  it.each(['a', 'party_cat', '100', 'a-b_c9', '_x'])('%j is one', (name) =>
    expect(customEmojiNameProblem(name)).toBeUndefined(),
  );

  it.each([
    ['', 'Emoji name is missing'],
    ['party_', 'Emoji names must end with either a letter or digit.'],
    ['Party', 'Emoji names must contain only'],
    ['päry', 'Emoji names must contain only'],
    ['a/b', 'Emoji names must contain only'],
  ])('%j is none', (name, text) => expect(customEmojiNameProblem(name)).toContain(text));

  it('have a still address only if they move', () => {
    expect(customEmojiUrls({ realmId: 2, fileName: 'x.png', isAnimated: false })).toEqual({
      source: '/user_avatars/2/emoji/images/x.png',
      still: null,
    });
    expect(customEmojiUrls({ realmId: 2, fileName: 'x.gif', isAnimated: true }).still).toBe(
      '/user_avatars/2/emoji/images/still/x.png',
    );
  });
});
