/** Of what is typed into a widget, in characters: the service takes more, and nobody would read it. */
export const LONGEST_TEXT = 1000;
