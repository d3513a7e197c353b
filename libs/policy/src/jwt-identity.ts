import { isEmailAddress } from './account-rules';
import type { ExternalIdentity } from './external-identity';
import type { JwtClaims } from './jwt-rules';

/**
 * Who somebody is by the claims of a token whose signature and times have been checked. The address counts as verified:
 * whoever gave the key said so. Each program (`iss`) has names of its own for people; programs that say no name of theirs
 * share them.
 */
export function jwtIdentity({ email, iss, sub, name }: JwtClaims): ExternalIdentity {
  const address = textOf(email).trim();
  const subject = textOf(sub);
  return {
    subject: subject === '' ? `email|${address.toLowerCase()}` : `sub|${escaped(textOf(iss))}|${subject}`,
    email: isEmailAddress(address) ? address : null,
    fullName: textOf(name).trim(),
  };
}

/** Without what stands between the parts of a subject. */
function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('|', '%7C');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
