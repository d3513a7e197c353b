/** Languages that a user or an organization may choose: those that texts are shipped in (organization.md 1.9), with their English names. */
export const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  de: 'German',
  en: 'English',
};
