import { Catalogue } from './catalogue';
import english from './keys.en.json';

export type KeysKey = keyof typeof english;

/** Texts about keys: what each does, and what is written on it. They are loaded with the help and the palette. */
export const keysTexts = new Catalogue<KeysKey>(english, { de: () => import('./keys.de.json') });

/** A text about keys. */
export const tk = keysTexts.text;
