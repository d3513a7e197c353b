import { isEmailAddress } from './account-rules';
import type { ExternalIdentity } from './external-identity';
import type { JwtClaims } from './jwt-rules';

/**
 * Who somebody is by the claims of a token whose signature and times have been checked. The address counts as verified:
 * whoever gave the key said so.
 */
export function jwtIdentity({ email, sub, name }: JwtClaims): ExternalIdentity {
  const address = textOf(email).trim();
  const subject = textOf(sub);
  return {
    subject: subject === '' ? `email|${address.toLowerCase()}` : `sub|${subject}`,
    email: isEmailAddress(address) ? address : null,
    fullName: textOf(name).trim(),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
