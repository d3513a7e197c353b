import { IntlMessageFormat } from 'intl-messageformat';
import channelsGerman from './channels.de.json';
import channelsEnglish from './channels.en.json';
import german from './de.json';
import english from './en.json';
import entryGerman from './entry.de.json';
import entryEnglish from './entry.en.json';
import keysGerman from './keys.de.json';
import keysEnglish from './keys.en.json';
import peopleGerman from './people.de.json';
import peopleEnglish from './people.en.json';
import settingsGerman from './settings.de.json';
import settingsEnglish from './settings.en.json';
import writingGerman from './writing.de.json';
import writingEnglish from './writing.en.json';

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

function askedOf(text: string, language: string): string[] {
  return [...new Set(valuesOf(new IntlMessageFormat(text, language).getAst() as Part[]))].sort();
}

describe.each([
  ['the client', english, german],
  ['the pages before the client', entryEnglish, entryGerman],
  ['channels', channelsEnglish, channelsGerman],
  ['the settings', settingsEnglish, settingsGerman],
  ['keys', keysEnglish, keysGerman],
  ['people', peopleEnglish, peopleGerman],
  ['what is written for later', writingEnglish, writingGerman],
] as [string, Record<string, string>, Record<string, string>][])('texts of %s', (_part, inEnglish, inGerman) => {
  it('are complete in German', () => {
    expect(Object.keys(inGerman).sort()).toEqual(Object.keys(inEnglish).sort());
  });

  it('ask for the same values in both languages', () => {
    for (const [key, text] of Object.entries(inEnglish)) {
      expect([key, askedOf(inGerman[key] ?? '', 'de')]).toEqual([key, askedOf(text, 'en')]);
    }
  });
});
