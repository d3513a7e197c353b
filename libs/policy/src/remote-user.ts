import { isEmailAddress } from './account-rules';
import type { ExternalIdentity } from './external-identity';
import type { SignInProviderSettings } from './sign-in-providers';

const LONGEST = 200;
const CONTROL = /[\u0000-\u001f\u007f]/;

/**
 * Who somebody is by the name that a trusted proxy gives (identity.md 5.7). Addresses count as verified: whoever set the proxy up said so.
 * @param name as the header has it
 * @returns null for what is no name
 */
export function remoteUserIdentity(
  name: string,
  { append_domain: domain }: Pick<SignInProviderSettings, 'append_domain'>,
): ExternalIdentity | null {
  const given = name.trim().toLowerCase();
  if (given === '' || given.length > LONGEST || CONTROL.test(given)) return null;
  const address = domain === undefined || given.includes('@') ? given : `${given}@${domain.toLowerCase()}`;
  return { subject: given, email: isEmailAddress(address) ? address : null, fullName: '' };
}
