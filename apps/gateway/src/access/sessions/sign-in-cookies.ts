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

/** Of the desktop app, whose page writes it: shows that it has the pad (identity.md 1.7). */
export function padCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-app_sign_in' : 'app_sign_in';
}

/** @returns null for a browser in which no sign-in began */
export function browserTokenOf({ cookie, isSecure }: CookieFacts): string | null {
  const token = cookie === undefined ? undefined : parseCookie(cookie)[browserCookieName(isSecure)];
  return token !== undefined && SESSION_TOKEN_PATTERN.test(token) ? token : null;
}

/** SHA-256 of the pad in hex. @returns null for a browser that is no app with a pad */
export function padHashOf({ cookie, isSecure }: CookieFacts): string | null {
  const hash = cookie === undefined ? undefined : parseCookie(cookie)[padCookieName(isSecure)];
  return hash !== undefined && HASH.test(hash) ? hash : null;
}

/** A browser keeps its token while sign-ins are under way in several of its windows. */
export function browserCookie(facts: CookieFacts): { token: string; setCookie: string } {
  const token = browserTokenOf(facts) ?? generateSessionToken();
  const setCookie = stringifySetCookie({
    name: browserCookieName(facts.isSecure),
    value: token,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: facts.isSecure,
    maxAge: BROWSER_SECONDS,
  });
  return { token, setCookie };
}
