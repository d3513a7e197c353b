const ALLOWED_SCHEMES: ReadonlySet<string> = new Set(
  (
    'http https ftp file mid bitcoin geo im irc ircs magnet mailto matrix mms news nntp openpgp4fpr sip sms smsto ssh tel ' +
    'urn webcal wtai xmpp'
  ).split(' '),
);

/** Schemes whose address part starts with `//` even when it is empty. */
const AUTHORITY_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'ftp', 'file', 'sip', 'nntp', 'mms']);

const SCHEME = /^([a-zA-Z][a-zA-Z0-9+.-]*):/;

/** An address that needs no second look: nothing would be changed in it. */
const PLAIN_URL = /^https?:\/\/[a-z0-9.-]+(?:\/[\w./~%=&:@+,;-]*(?:\?[\w./~%=&:@+,;-]+)?(?:#[\w./~%=&:@+,;-]+)?)?$/;

interface UrlParts {
  scheme: string;
  authority: string;
  path: string;
  query: string;
  fragment: string;
}

/** Splits an address; null when its host is malformed. */
function splitUrl(source: string): UrlParts | null {
  // Browsers ignore these characters in addresses, so they must not hide a scheme.
  let rest = source.replace(/^[\u0000-\u0020]+/, '').replace(/[\t\r\n]/g, '');
  const scheme = SCHEME.exec(rest)?.[1] ?? '';
  if (scheme !== '') rest = rest.slice(scheme.length + 1);
  const hash = rest.indexOf('#');
  const fragment = hash < 0 ? '' : rest.slice(hash + 1);
  if (hash >= 0) rest = rest.slice(0, hash);
  const question = rest.indexOf('?');
  const query = question < 0 ? '' : rest.slice(question + 1);
  if (question >= 0) rest = rest.slice(0, question);
  let authority = '';
  if (rest.startsWith('//')) {
    const slash = rest.indexOf('/', 2);
    authority = rest.slice(2, slash < 0 ? undefined : slash);
    rest = slash < 0 ? '' : rest.slice(slash);
    if (authority.includes('[') !== authority.includes(']')) return null;
  }
  return { scheme: scheme.toLowerCase(), authority, path: rest, query, fragment };
}

function joinUrl({ scheme, authority, path, query, fragment }: UrlParts): string {
  const hasAuthority = authority !== '' || (AUTHORITY_SCHEMES.has(scheme) && !path.startsWith('//'));
  const separator = hasAuthority && path !== '' && !path.startsWith('/') ? '/' : '';
  const start = scheme === '' ? '' : `${scheme}:`;
  const end = `${query === '' ? '' : `?${query}`}${fragment === '' ? '' : `#${fragment}`}`;
  return `${start}${hasAuthority ? `//${authority}` : ''}${separator}${path}${end}`;
}

/**
 * The address that a link may have (markdown.md 5.3): only allowed schemes, `http://` or `mailto:` added when there is
 * none, relative paths and fragments kept. '' for an address that cannot be parsed, null for one that is refused.
 */
export function sanitizeUrl(url: string): string | null {
  if (PLAIN_URL.test(url)) return url;
  const source = url.trim().replace(/ /g, '%20');
  const parts = splitUrl(source);
  if (parts === null) return '';
  const { scheme, authority, path, query, fragment } = parts;
  if (scheme === '' && authority === '') {
    if (path.includes('@')) return joinUrl({ ...parts, scheme: 'mailto' });
    if (path.startsWith('/')) return joinUrl(parts);
    if (path === '' && query === '' && fragment !== '') return `#${fragment}`;
  }
  if (scheme === '') return sanitizeWithScheme(`http://${source}`);
  return ALLOWED_SCHEMES.has(scheme) ? joinUrl(parts) : null;
}

function sanitizeWithScheme(url: string): string {
  const parts = splitUrl(url);
  return parts === null ? '' : joinUrl(parts);
}

/** Makes addresses of the own organization's pages and uploads relative (markdown.md 5.3). */
export function relativeToRealm(href: string, realmUrl: string): string {
  const prefix = `${realmUrl}/`;
  if (!href.startsWith(prefix)) return href;
  const rest = href.slice(prefix.length);
  return rest.startsWith('#') || rest.startsWith('user_uploads/') ? rest : href;
}

/**
 * The path of an upload that an address names: what follows `/user_uploads/` when the host is empty or the
 * organization's (markdown.md 14). Null for other addresses.
 */
export function uploadPathId(href: string, realmUrl: string): string | null {
  const local = href.startsWith(`${realmUrl}/`) ? href.slice(realmUrl.length) : href;
  const match = /^\/?user_uploads\/([^?#]+)/.exec(local);
  return match?.[1] ?? null;
}
