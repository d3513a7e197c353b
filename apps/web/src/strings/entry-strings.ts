import { Catalogue } from './catalogue';
import english from './entry.en.json';

type EntryKey = keyof typeof english;

/** Texts of the pages by which people come in: forgotten passwords, sign-up. They are loaded with these. */
export const entryTexts = new Catalogue<EntryKey>(english, { de: () => import('./entry.de.json') });

/** A text of the pages by which people come in. */
export const te = entryTexts.text;
