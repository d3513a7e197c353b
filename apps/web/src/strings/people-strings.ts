import { Catalogue } from './catalogue';
import english from './people.en.json';

export type PeopleKey = keyof typeof english;

/** Texts about people: cards, profiles, groups, invitations and the list of people. They are loaded with these. */
export const peopleTexts = new Catalogue<PeopleKey>(english, { de: () => import('./people.de.json') });

/** A text about people. */
export const tp = peopleTexts.text;
