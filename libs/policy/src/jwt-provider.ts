/** How an organization takes tokens of its own programs that browsers bring (identity.md 1.8). */
export interface JwtProviderSettings {
  /** JWT: pages of these origins may post tokens, such as `https://portal.example.com`. */
  origins?: string[];
}

/**
 * What is wrong with the settings, in words for whoever sets it up; null if nothing is.
 * @param isDevelopment pages without TLS are for tests on one's own machine
 */
export function jwtProviderProblem(
  { origins = [], ...others }: JwtProviderSettings & { issuer?: string; client_id?: string },
  secret: string | undefined,
  isDevelopment: boolean,
): string | null {
  if (others.issuer !== undefined || others.client_id !== undefined || (secret ?? '') !== '') {
    return 'Tokens have no issuer, client and secret here: the operator gives the keys that sign them.';
  }
  if (origins.length === 0) return 'Tokens need the origins of the pages that may post them.';
  const isRight = origins.every((origin) => isOrigin(origin, isDevelopment));
  return isRight ? null : 'An origin is written as https://portal.example.com, without a path.';
}

function isOrigin(text: string, isDevelopment: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol } = new URL(text);
  return origin === text && (protocol === 'https:' || (isDevelopment && protocol === 'http:'));
}

/**
 * Whether a page may bring a token. Who has one for himself could have the browser of somebody else post it, who would
 * then write in his name: so browsers must say whose page they come from.
 * @param origin the header of the request, null without one
 */
export function mayBringToken(origin: string | null, { origins = [] }: JwtProviderSettings): boolean {
  return origin !== null && origins.includes(origin);
}
