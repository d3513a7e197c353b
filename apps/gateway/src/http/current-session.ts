import { notLoggedIn } from '@stoa/errors';
import type { UserContext } from './request-context';

/** The session that asks. @throws DomainError 401 for a caller without one */
export function currentSession({ http }: UserContext): number {
  if (http.sessionId === undefined) throw notLoggedIn();
  return http.sessionId;
}
