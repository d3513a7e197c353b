/** Longer ones are nobody's page. */
const LONGEST = 2_000;
const BASE = 'https://organization.invalid';
// What browsers drop or read as a slash, so that a path that looks harmless leads elsewhere.
// eslint-disable-next-line no-control-regex -- these are what is looked for
const MISLEADING = /[\u0000-\u0020\u007f\\]/;

/**
 * Where a browser goes after a sign-in: a page of the organization's own host only (identity.md 1.3). Anything else is
 * dropped silently.
 * @param asked a path, or a whole address
 * @param origin of the organization, as `https://chat.example`
 * @returns path, query and fragment, beginning with one slash
 */
export function nextPage(asked: string | undefined, origin: string): string {
  if (asked === undefined || asked.length > LONGEST || MISLEADING.test(asked)) return '/';
  const isPath = asked.startsWith('/') && !asked.startsWith('//');
  if (!isPath && !asked.startsWith(`${origin}/`)) return '/';
  const address = isPath ? `${BASE}${asked}` : asked;
  if (!URL.canParse(address)) return '/';
  const url = new URL(address);
  if (url.origin !== (isPath ? BASE : origin) || url.username !== '' || url.password !== '') return '/';
  const page = `${url.pathname}${url.search}${url.hash}`;
  // `/.//evil` becomes `//evil` once it is parsed.
  return page.startsWith('//') ? '/' : page;
}
