import { Catalogue } from './catalogue';
import english from './en.json';

export type StringKey = keyof typeof english;

/** Languages that there are catalogues for, beside English. */
const OTHERS = ['de'];
/** Every language that the client speaks, as tags. */
export const LANGUAGES: readonly string[] = ['en', ...OTHERS];

const main = new Catalogue<StringKey>(english, { de: () => import('./de.json') });
/** Catalogues in use: parts that are loaded later bring theirs. */
const catalogues: Pick<Catalogue<string>, 'use'>[] = [main];
let language = 'en';

/** A text of the catalogue in the language in use; its variables and plurals are written as ICU messages. */
export const t = main.text;

/** The language in use, as a tag for `Intl` and for `lang`. */
export function languageInUse(): string {
  return language;
}

const lists = new Map<string, Intl.ListFormat>();

/** Several names as one text, in the language in use: "Ada, Ben, and Cleo". */
export function listText(names: Iterable<string>): string {
  // To make one takes longer than to use it, and texts are made for every change.
  const format = lists.get(language) ?? new Intl.ListFormat(language);
  lists.set(language, format);
  return format.format(names);
}

/**
 * Lets the browser look up which languages it has formats for: it does so once, and takes longer (20 to 60 ms) than anything
 * else about texts. To be called while nothing else is to be done.
 */
export function prepareFormats(): void {
  Intl.NumberFormat.supportedLocalesOf(language);
}

/**
 * Uses the first of the wanted languages that there is a catalogue for, English if none.
 * @param wanted tags such as `de` or `pt-BR`, best first
 */
export async function chooseLanguage(wanted: readonly string[]): Promise<void> {
  const tags = wanted.flatMap((tag) => [tag, tag.split('-')[0] ?? tag]).map((tag) => tag.toLowerCase());
  const found = tags.find((tag) => tag === 'en' || OTHERS.includes(tag)) ?? 'en';
  await Promise.all(catalogues.map((catalogue) => catalogue.use(found)));
  language = found;
  document.documentElement.lang = found;
}

/** Texts of a part that is loaded when it is wanted: they follow the language from now on. */
export async function addCatalogue(catalogue: Pick<Catalogue<string>, 'use'>): Promise<void> {
  if (!catalogues.includes(catalogue)) catalogues.push(catalogue);
  await catalogue.use(language);
}
