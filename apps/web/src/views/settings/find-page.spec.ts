import { pageAt, pagesFor } from './find-page';

const PAGES = [
  { path: 'preferences', aliases: ['display-settings'], title: 'page.preferences', settings: ['color_scheme'] },
  { path: 'other', title: 'section.other', settings: ['presence_enabled', 'unheard_of'] },
] as const;

describe('pages of settings', () => {
  it('are found by today’s and older addresses', () => {
    expect(pageAt(PAGES, 'preferences')?.path).toBe('preferences');
    expect(pageAt(PAGES, 'display-settings')?.path).toBe('preferences');
    expect(pageAt(PAGES, 'nothing')).toBeUndefined();
    expect(pageAt(PAGES, undefined)).toBeUndefined();
  });

  it('are found by words of their title and of their settings', () => {
    const found = (words: string): string[] => pagesFor(PAGES, words).map(({ path }) => path);
    expect(found('')).toEqual(['preferences', 'other']);
    expect(found('prefer')).toEqual(['preferences']);
    expect(found('THEME')).toEqual(['preferences']);
    expect(found('here am')).toEqual(['other']);
    expect(found('theme here')).toEqual([]);
  });
});
