import { parseCookie, stringifySetCookie } from 'cookie';
import { SESSION_TOKEN_PATTERN, generateSessionToken } from '@stoa/policy';
import type { CookieFacts } from './session-cookie';

/** As long as a page for newcomers is good for. */
const BROWSER_SECONDS = 3_600;
const HASH = /^[0-9a-f]{64}$/;

/** What ties a sign-in with a provider to the browser in which it began; it opens nothing by itself. */
function browserCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-sign_in' : 'sign_in';
}

/** The same for providers that have the browser post their answer from their own site. */
function postedCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-posted_sign_in' : 'posted_sign_in';
}

/** Of the desktop app, whose page writes it: shows that it has the pad (identity.md 1.7). */
export function padCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-app_sign_in' : 'app_sign_in';
}

/** @returns null for a browser in which no sign-in began */
export function browserTokenOf(facts: CookieFacts): string | null {
  return tokenOf(facts, browserCookieName(facts.isSecure));
}

/** The same token, as it comes with what another site has the browser post. */
export function postedTokenOf(facts: CookieFacts): string | null {
  return tokenOf(facts, postedCookieName(facts.isSecure));
}

function tokenOf({ cookie }: CookieFacts, name: string): string | null {
  const token = cookie === undefined ? undefined : parseCookie(cookie)[name];
  return token !== undefined && SESSION_TOKEN_PATTERN.test(token) ? token : null;
}

/** SHA-256 of the pad in hex. @returns null for a browser that is no app with a pad */
export function padHashOf({ cookie, isSecure }: CookieFacts): string | null {
  const hash = cookie === undefined ? undefined : parseCookie(cookie)[padCookieName(isSecure)];
  return hash !== undefined && HASH.test(hash) ? hash : null;
}

/**
 * A browser keeps its token while sign-ins are under way in several of its windows.
 * @param isPosted the answer will come from another site: a second cookie goes with that
 */
export function browserCookies(facts: CookieFacts, isPosted: boolean): { token: string; setCookies: string[] } {
  const { isSecure } = facts;
  const token = browserTokenOf(facts) ?? generateSessionToken();
  const common = { value: token, path: '/', httpOnly: true, secure: isSecure, maxAge: BROWSER_SECONDS };
  const own = stringifySetCookie({ ...common, name: browserCookieName(isSecure), sameSite: 'lax' });
  if (!isPosted) return { token, setCookies: [own] };
  // Browsers take `None` over HTTPS only. Without either they send a cookie with such a form for two minutes.
  const sameSite = isSecure ? ({ sameSite: 'none' } as const) : {};
  return { token, setCookies: [own, stringifySetCookie({ ...common, name: postedCookieName(isSecure), ...sameSite })] };
}
