/** Languages that the service's texts are shipped in, as tags of organization.md 1.9. */
export const TEXT_LANGUAGES: readonly string[] = ['en', 'de'];

export const DEFAULT_LANGUAGE = 'en';

/** What a header may name; what follows is not read. */
const MOST_RANGES = 20;
const LONGEST_HEADER = 500;

/**
 * The first of the wanted languages that texts are shipped in, English if there is none: `de-at` is German.
 * @param wanted tags in any case, best first
 */
export function shippedLanguage(...wanted: readonly string[]): string {
  return firstShipped(wanted) ?? DEFAULT_LANGUAGE;
}

/** The language that the header Accept-Language asks for; English if it names none that texts are shipped in. */
export function acceptedLanguage(header: string | undefined): string {
  return requestedLanguage(header) ?? DEFAULT_LANGUAGE;
}

/** The same, undefined if the header names none that texts are shipped in. */
export function requestedLanguage(header: string | undefined): string | undefined {
  if (header === undefined || header.length > LONGEST_HEADER) return undefined;
  const wanted = header
    .split(',', MOST_RANGES)
    .map(rangeOf)
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return firstShipped(wanted.map(({ tag }) => tag));
}

function firstShipped(wanted: readonly string[]): string | undefined {
  for (const tag of wanted) {
    const name = tag.toLowerCase();
    const [primary = ''] = name.split('-', 1);
    const found = TEXT_LANGUAGES.find((language) => language === name) ?? TEXT_LANGUAGES.find((one) => one === primary);
    if (found !== undefined) return found;
  }
  return undefined;
}

function rangeOf(range: string): { tag: string; quality: number } {
  const [tag = '', ...options] = range.split(';').map((part) => part.trim());
  const weight = options.find((option) => option.startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { tag, quality: Number.isNaN(quality) ? 0 : quality };
}
