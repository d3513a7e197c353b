import { IntlMessageFormat } from 'intl-messageformat';
import german from './catalogues/de.json';
import english from './catalogues/en.json';
import { type TextKey, text, textsIn } from './text';

interface Part {
  type: number;
  value?: unknown;
  options?: Record<string, { value: Part[] }>;
}
const LITERAL = 0;
const POUND = 7;

/** Names of the values that a text asks for. */
function valuesOf(parts: readonly Part[]): string[] {
  return parts.flatMap(({ type, value, options = {} }) => [
    ...(type === LITERAL || type === POUND ? [] : [String(value)]),
    ...Object.values(options).flatMap((option) => valuesOf(option.value)),
  ]);
}

function askedOf(message: string, language: string): string[] {
  const { [0]: parts = [] } = [new IntlMessageFormat(message, language, undefined, { ignoreTag: true }).getAst()];
  return [...new Set(valuesOf(parts as Part[]))].sort();
}

const keys = Object.keys(english) as TextKey[];

describe('the catalogues', () => {
  it('have the same texts', () => expect(Object.keys(german)).toEqual(keys));

  it.each(keys)('%s asks for the same values in every language', (key) => {
    expect(askedOf(german[key], 'de')).toEqual(askedOf(english[key], 'en'));
  });
});

describe('a text', () => {
  const values = { user: '@_**Ada|9**', group: 'a {b} <c> #d' };

  it.each([
    ['en', '@_**Ada|9** added you to the group @_*a {b} <c> #d*.'],
    ['de', '@_**Ada|9** hat dich in die Gruppe @_*a {b} <c> #d* aufgenommen.'],
    ['fr', '@_**Ada|9** added you to the group @_*a {b} <c> #d*.'],
    ['__proto__', '@_**Ada|9** added you to the group @_*a {b} <c> #d*.'],
  ])('in %s is %s', (language, expected) => expect(text(language, 'group.added', values)).toBe(expected));

  it.each([
    ['en', 1, '1 days'],
    ['en', 1_000, '1000 days'],
    ['de', 1, '1 Tag'],
    ['de', 30, '30 Tage'],
  ])('in %s counts %d as %s', (language, days, expected) => {
    expect(textsIn(language)('retention.days', { days })).toBe(expected);
  });

  it('that lacks a value is a fault', () => expect(() => text('en', 'group.added')).toThrow(/user/));
});
