/** The least that the client understands of a service (web.md 6). */
export const LEAST_FEATURE_LEVEL = 421;

/** Why there is no client: nobody signed in, one signed out here, or the session ended for another reason. */
export type SignedOut = 'nobody' | 'signed-out' | 'session-ended' | 'account-deactivated' | 'organization-deactivated';

/** Paths of pages that need no session; what is not one of them is the client's own. */
const OUTSIDE = /^\/(?:accounts|join|register)(?:\/|$)/;

/** Whether a path may lead to a page that needs no session, so that none is looked for. */
export function isOutside(pathname: string): boolean {
  return OUTSIDE.test(pathname);
}
