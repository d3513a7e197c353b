/** First parts of paths that are not the web client's: what is unknown below them is answered as it always was. */
const OTHERS: ReadonlySet<string> = new Set([
  'api',
  'assets',
  'avatar',
  'complete',
  'exports',
  'external_content',
  'health',
  'json',
  'saml',
  'scim',
  'static',
  'thumbnail',
  'user_avatars',
  'user_uploads',
]);

/**
 * Whether a browser that opens a path, at which there is nothing else, gets the web client: it knows its own pages. What
 * looks like a file is none, so that a missing one is never answered with a page.
 * @param accept the request's header: programs that do not ask for pages get none, but at the address itself
 */
export function isClientPath(method: string, path: string, accept: string | undefined): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (path === '/') return true;
  const parts = path.split('/').slice(1);
  const [first = ''] = parts;
  if (OTHERS.has(first) || first.startsWith('.') || parts.at(-1)?.includes('.')) return false;
  return (accept ?? '').includes('text/html');
}
