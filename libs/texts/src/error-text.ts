import german from './catalogues/errors.de.json';
import { TextPatterns } from './text-patterns';

const CATALOGUES: Readonly<Record<string, Readonly<Record<string, string>>>> = { de: german };
const patterns = new Map<string, TextPatterns>();

/**
 * The text of an error in a language (docs/decisions/038).
 * @param english as it was thrown, values included
 * @returns the English text where there is none in the language
 */
export function errorText(language: string, english: string): string {
  return patternsOf(language)?.translated(english) ?? english;
}

function patternsOf(language: string): TextPatterns | undefined {
  const known = patterns.get(language);
  if (known || !Object.hasOwn(CATALOGUES, language)) return known;
  const made = new TextPatterns(CATALOGUES[language] ?? {});
  patterns.set(language, made);
  return made;
}
