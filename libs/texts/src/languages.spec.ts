import { acceptedLanguage, requestedLanguage, shippedLanguage } from './languages';

describe('the language of a request', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['DE', 'de'],
    ['de-AT', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en-GB,en;q=0.9,de;q=0.8', 'en'],
    ['fr,de;q=0.5', 'de'],
    ['fr;q=0.9, en;q=0.4, de;q=0.5', 'de'],
    ['de;q=0, en', 'en'],
    ['de;q=0', 'en'],
    ['de;q=x', 'en'],
    ['*', 'en'],
    ['*, de;q=0.1', 'de'],
    ['deutsch', 'en'],
    ['de;;;q=', 'en'],
    ['__proto__', 'en'],
    [' de ; q=0.3 , fr', 'de'],
  ])('that accepts %j is %s', (header, language) => expect(acceptedLanguage(header)).toBe(language));

  it.each([
    [undefined, undefined],
    ['*', undefined],
    ['fr, it;q=0.3', undefined],
    ['fr, en-us;q=0.3', 'en'],
    ['fr, de-ch;q=0.3', 'de'],
  ])('that names %j is %s, if any', (header, language) => expect(requestedLanguage(header)).toBe(language));

  it('is not looked for in a header without end', () => {
    expect(acceptedLanguage(`${'fr,'.repeat(19)}de`)).toBe('de');
    expect(acceptedLanguage(`${'fr,'.repeat(20)}de`)).toBe('en');
    expect(acceptedLanguage(`de,${'f'.repeat(500)}`)).toBe('en');
  });

  it.each([
    [['de'], 'de'],
    [['fr', 'de'], 'de'],
    [['pt-br'], 'en'],
    [['en-gb', 'de'], 'en'],
    [[], 'en'],
  ])('of people who want %j is %s', (wanted, language) => expect(shippedLanguage(...wanted)).toBe(language));
});
