/** A page by which people come in, before there is a session. */
export type EntryPage =
  | { kind: 'forgotten-password' }
  | { kind: 'new-password'; key: string }
  /** Asks for an address; by the key of a reusable invitation, if there is one. */
  | { kind: 'join'; key: string | undefined }
  /** Makes the account that a mail's link leads to. */
  | { kind: 'register'; key: string }
  /** Makes the account of somebody whom a provider vouches for. */
  | { kind: 'external-sign-up'; key: string }
  /** Gives an account its new address. */
  | { kind: 'new-address'; key: string };

const PATHS: readonly (readonly [RegExp, (key: string) => EntryPage])[] = [
  [/^\/accounts\/password\/reset(?:\/done)?\/?$/, () => ({ kind: 'forgotten-password' })],
  [/^\/accounts\/password\/reset\/([^/]+)\/?$/, (key) => ({ kind: 'new-password', key })],
  [/^\/(?:register|accounts\/register|accounts\/home)\/?$/, () => ({ kind: 'join', key: undefined })],
  [/^\/join\/([^/]+)\/?$/, (key) => ({ kind: 'join', key })],
  [/^\/accounts\/do_confirm\/([^/]+)\/?$/, (key) => ({ kind: 'register', key })],
  [/^\/accounts\/register\/external\/([^/]+)\/?$/, (key) => ({ kind: 'external-sign-up', key })],
  [/^\/accounts\/confirm_new_email\/([^/]+)\/?$/, (key) => ({ kind: 'new-address', key })],
];

/** The page of a path (identity.md 1.3); undefined for paths of the client itself. */
export function entryPageAt(pathname: string): EntryPage | undefined {
  for (const [pattern, page] of PATHS) {
    const match = pattern.exec(pathname);
    if (match) return page(match[1] ?? '');
  }
  return undefined;
}

/** The page that finds organizations is the same at every host, also where there is none. */
export function isAccountFinder(pathname: string): boolean {
  return /^\/accounts\/find\/?$/.test(pathname);
}
