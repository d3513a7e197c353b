import { parseCookie, stringifySetCookie } from 'cookie';

/** What a session is found by. */
export interface CookieFacts {
  /** The header. */
  cookie: string | undefined;
  /** Browsers come over HTTPS: `STOA_EXTERNAL_SCHEME`, not what a request or a proxy says of itself. */
  isSecure: boolean;
}

const SECURE_NAME = '__Host-sessionid';
/** For development: browsers take `__Host-` cookies over HTTPS only. */
const PLAIN_NAME = 'sessionid';

/** The token in the request's cookie. Over HTTPS the plain name counts for nothing: other hosts could have set it. */
export function sessionTokenOf({ cookie, isSecure }: CookieFacts): string | undefined {
  return cookie === undefined ? undefined : parseCookie(cookie)[isSecure ? SECURE_NAME : PLAIN_NAME];
}

/** `Set-Cookie` that signs the browser in. */
export function sessionCookie(token: string, maxAgeSeconds: number, isSecure: boolean): string {
  return stringifySetCookie({
    name: isSecure ? SECURE_NAME : PLAIN_NAME,
    value: token,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    maxAge: maxAgeSeconds,
  });
}

/** `Set-Cookie` that takes it away. */
export function noSessionCookie(isSecure: boolean): string {
  return sessionCookie('', 0, isSecure);
}
