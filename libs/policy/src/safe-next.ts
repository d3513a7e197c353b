const LONGEST = 2_000;
/** Browsers drop some of these from addresses, so that what was checked would not be what they open. */
const CONTROL = /[\u0000-\u0020\u007f\\]/;

/**
 * Where a browser goes after it has signed in: a page of the organization's own host, and nothing else (identity.md 1.3).
 * @param next what the request names: a path, or an address with scheme and host
 * @param ownOrigin scheme, host and port (if not the default) of the organization
 * @returns path, query and fragment; undefined where there is nothing to go to, or it is not the organization's
 */
export function safeNext(next: string | undefined, ownOrigin: string): string | undefined {
  if (next === undefined || next === '' || next.length > LONGEST || CONTROL.test(next)) return undefined;
  if (!next.startsWith('/') && next !== ownOrigin && !next.startsWith(`${ownOrigin}/`)) return undefined;
  if (!URL.canParse(next, ownOrigin)) return undefined;
  const { origin, username, password, pathname, search, hash } = new URL(next, ownOrigin);
  if (origin !== ownOrigin || username !== '' || password !== '') return undefined;
  // What is left of `/.//evil.example` would name a host.
  return pathname.startsWith('//') ? undefined : pathname + search + hash;
}
