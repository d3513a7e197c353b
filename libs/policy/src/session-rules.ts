/** What decides whether a session may be used. */
export interface SessionFacts {
  isRealmDeactivated: boolean;
  isActive: boolean;
  /** Ended, or past its time. */
  isEnded: boolean;
}

export type SessionState = 'live' | 'ended' | 'user-deactivated' | 'realm-deactivated';

/**
 * Deactivation ends sessions as well; it is named first, so that the browser can say why it was signed out (identity.md
 * 1.1).
 */
export function sessionState({ isRealmDeactivated, isActive, isEnded }: SessionFacts): SessionState {
  if (isRealmDeactivated) return 'realm-deactivated';
  if (!isActive) return 'user-deactivated';
  return isEnded ? 'ended' : 'live';
}

/** What a browser says of where a request comes from. */
export interface RequestOrigin {
  /** Of HTTP, as it was sent; a method that the body asks for instead changes nothing here. */
  method: string;
  /** Scheme, host and port (if not the default) under which the browser sees the organization. */
  ownOrigin: string;
  origin: string | undefined;
  referer: string | undefined;
  /** The header `X-CSRFToken`. Forms of other sites cannot send it; its value says nothing. */
  csrfHeader: string | undefined;
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a page of another site may have made a request that changes something (identity.md 1.1; decision 035).
 * @returns the reason to refuse it, in the API's words; undefined if there is none
 */
export function crossSiteReason(request: RequestOrigin): string | undefined {
  const reason = foreignPageReason(request);
  if (reason !== undefined || SAFE_METHODS.has(request.method)) return reason;
  return request.csrfHeader ? undefined : 'CSRF token missing.';
}

/**
 * The same for the forms of pages, which can send no header: where they come from has to be enough, and browsers say it
 * with every form. The field `csrfmiddlewaretoken` of older scripts proves nothing beyond that.
 */
export function foreignPageReason(request: Omit<RequestOrigin, 'csrfHeader'>): string | undefined {
  const { method, ownOrigin, origin, referer } = request;
  if (SAFE_METHODS.has(method)) return undefined;
  if (origin !== undefined) {
    return origin === ownOrigin ? undefined : `Origin checking failed - ${origin} does not match any trusted origins.`;
  }
  if (referer === undefined) return 'Referer checking failed - no Referer.';
  if (originOf(referer) === ownOrigin) return undefined;
  return `Referer checking failed - ${referer} does not match any trusted origins.`;
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
