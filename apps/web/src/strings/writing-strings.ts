import { Catalogue } from './catalogue';
import english from './writing.en.json';

type WritingKey = keyof typeof english;

/** Texts about what is written for later: drafts, scheduled messages, reminders, snippets. They are loaded with these. */
export const writingTexts = new Catalogue<WritingKey>(english, { de: () => import('./writing.de.json') });

/** A text about what is written for later. */
export const tw = writingTexts.text;
