/** The least that the client understands of a service (web.md 6). */
export const LEAST_FEATURE_LEVEL = 421;

/** Why there is no client: nobody signed in, one signed out here, or the session ended for another reason. */
export type SignedOut = 'nobody' | 'signed-out' | 'session-ended' | 'account-deactivated' | 'organization-deactivated';

/** Paths of pages that need no session; what is not one of them is the client's own. */
const OUTSIDE = /^\/(?:accounts|join|register)(?:\/|$)/;

const SIGN_IN = /^\/(?:accounts\/)?login\/?$/;
/** An app is to be signed in, by whoever shows who he is now: it does not matter who is signed in in this browser. */
const OF_AN_APP = /[?&](?:mobile|desktop)_flow_otp=/;

/** Whether a path may lead to a page that needs no session, so that none is looked for. */
export function isOutside(pathname: string, search = ''): boolean {
  return OUTSIDE.test(pathname) || (SIGN_IN.test(pathname) && OF_AN_APP.test(search));
}
