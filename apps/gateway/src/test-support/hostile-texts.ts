/** Texts that have been slow to read somewhere, of any length: each is a pattern repeated, for a parser to stumble over. */

const fill = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** A list of the same item. */
const listOf = (item: string, length: number): string => `[${fill(`${item},`, length - 2).replace(/,[^,]*$/, '')}]`;

/** A dictionary of many different keys. */
function dictOf(length: number): string {
  const entries = Array.from({ length: Math.floor(length / 14) }, (_, index) => `"k${index}":1`);
  return `{${entries.join(',')}}`;
}

type Make = (length: number) => string;

/** JSON, or what begins like it. */
export const HOSTILE_JSON: readonly (readonly [name: string, make: Make])[] = [
  ['open brackets', (length) => fill('[', length)],
  ['nested lists', (length) => '['.repeat(length / 2) + ']'.repeat(length / 2)],
  ['nested dictionaries', (length) => `${'{"a":'.repeat(length / 6)}1${'}'.repeat(length / 6)}`],
  ['whole numbers', (length) => listOf('1', length)],
  ['numbers with a fraction', (length) => listOf('1.0', length)],
  ['numbers with an exponent', (length) => listOf('-1e1', length)],
  ['one long number', (length) => fill('9', length)],
  ['a long fraction', (length) => `[1.${fill('0', length - 4)}]`],
  ['empty texts', (length) => listOf('""', length)],
  ['empty dictionaries', (length) => listOf('{}', length)],
  ['many keys', dictOf],
  ['keys in a list', (length) => listOf('{"id":1,"a":2}', length)],
  ['one long text', (length) => `"${fill('a', length - 2)}"`],
  ['a long text in a list', (length) => `["${fill('ž', length / 2 - 4)}"]`],
  ['escaped pairs', (length) => `["${'\\ud83d\\ude00'.repeat(Math.floor((length - 4) / 12))}"]`],
  ['an escaped pair and many values', (length) => `["\\ud83d\\ude00",${listOf('1', length - 18).slice(1)}`],
  ['half a character at the end', (length) => `["${fill('a', length - 10)}\\ud83d"]`],
  ['quotes', (length) => `"${'\\"'.repeat(length / 2 - 1)}"`],
  ['white space', (length) => `${fill(' \n', length - 1)}1`],
];

/** A text that repeats something. */
export function repeated(unit: string): readonly [name: string, make: Make] {
  return [`repeated ${JSON.stringify(unit)}`, (length) => fill(unit, length)];
}

export const HOSTILE_TEXTS: readonly (readonly [name: string, make: Make])[] = [
  ' ',
  'a',
  'ž',
  '🎉',
  ',',
  '"',
  '\\',
  '<',
  '@',
  'a@',
  '.',
  'a.',
  '-',
  '%',
  '#',
  '/',
  '://',
  '{',
  '(',
  '[',
  '\n',
  '0',
  '\u0301',
].map(repeated);
