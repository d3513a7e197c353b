import { te } from '../strings/entry-strings';

/**
 * Why a sign-in with a provider led back to the sign-in page (identity.md 3).
 * @param search query of the page's address
 * @returns undefined if none did
 */
export function signInProblem(search: string, organization: string): string | undefined {
  const query = new URLSearchParams(search);
  const deactivated = query.get('is_deactivated');
  if (deactivated !== null) return te('signIn.problem.deactivated', { email: deactivated });
  const error = query.get('error');
  switch (error) {
    case null:
      return undefined;
    case 'expired':
    case 'declined':
    case 'not-admitted':
    case 'method-off':
    case 'no-verified-address':
    case 'linked-elsewhere':
    case 'invitation-required':
    case 'domain-not-allowed':
    case 'disposable':
    case 'contains-plus':
    case 'unsolicited':
      return te(`signIn.problem.${error}`, { organization });
    default:
      return te('signIn.problem.other');
  }
}
