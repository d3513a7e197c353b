import { IntlMessageFormat, type PrimitiveType } from 'intl-messageformat';
import english from './en.json';

export type StringKey = keyof typeof english;
type Values = Record<string, PrimitiveType>;
type Catalogue = Partial<Record<string, string>>;

/** Catalogues beside English, loaded when they are wanted. English stands in for what one of them lacks. */
const CATALOGUES: Record<string, () => Promise<{ default: Catalogue }>> = {
  de: () => import('./de.json'),
};

let language = 'en';
let catalogue: Catalogue = english;
const compiled = new Map<StringKey, IntlMessageFormat>();

function inUse(key: StringKey): [text: string, language: string] {
  const own = catalogue[key];
  return own === undefined ? [english[key], 'en'] : [own, language];
}

/** A text of the catalogue in the language in use; its variables and plurals are written as ICU messages. */
export function t(key: StringKey, values?: Values): string {
  let message = compiled.get(key);
  if (!message) {
    const [text, of] = inUse(key);
    message = new IntlMessageFormat(text, of);
    compiled.set(key, message);
  }
  const formatted = message.format(values);
  return Array.isArray(formatted) ? formatted.join('') : String(formatted);
}

/** The language in use, as a tag for `Intl` and for `lang`. */
export function languageInUse(): string {
  return language;
}

/**
 * Uses the first of the wanted languages that there is a catalogue for, English if none.
 * @param wanted tags such as `de` or `pt-BR`, best first
 */
export async function chooseLanguage(wanted: readonly string[]): Promise<void> {
  const tags = wanted.flatMap((tag) => [tag, tag.split('-')[0] ?? tag]).map((tag) => tag.toLowerCase());
  const found = tags.find((tag) => tag === 'en' || tag in CATALOGUES) ?? 'en';
  const load = CATALOGUES[found];
  catalogue = load ? (await load()).default : english;
  language = found;
  compiled.clear();
  document.documentElement.lang = found;
}
