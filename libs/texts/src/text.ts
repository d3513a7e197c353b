import { IntlMessageFormat } from 'intl-messageformat';
import german from './catalogues/de.json';
import english from './catalogues/en.json';

export type TextKey = keyof typeof english;
export type TextValues = Readonly<Record<string, string | number>>;
/** Writes texts in one language. */
export type Write = (key: TextKey, values?: TextValues) => string;

const CATALOGUES: Readonly<Record<string, Readonly<Record<TextKey, string>>>> = { en: english, de: german };
const writers = new Map<string, Write>();

/** Texts of the catalogue in a language; in English where it has none. Variables and plurals are written as ICU messages. */
export function textsIn(language: string): Write {
  const tag = Object.hasOwn(CATALOGUES, language) ? language : 'en';
  const known = writers.get(tag);
  if (known) return known;
  const made = writer(tag, CATALOGUES[tag] ?? english);
  writers.set(tag, made);
  return made;
}

/** A text of the catalogue in a language. */
export function text(language: string, key: TextKey, values?: TextValues): string {
  return textsIn(language)(key, values);
}

function writer(tag: string, catalogue: Readonly<Record<TextKey, string>>): Write {
  const compiled = new Map<TextKey, IntlMessageFormat>();
  return (key, values) => {
    let message = compiled.get(key);
    if (!message) {
      // What looks like a tag is markup of messages: `<time:…>`.
      message = new IntlMessageFormat(catalogue[key], tag, undefined, { ignoreTag: true });
      compiled.set(key, message);
    }
    return String(message.format(values));
  };
}
