import { isEmailAddress } from './account-rules';
import type { Claims, ExternalIdentity } from './external-identity';

/**
 * Who somebody is by verified claims of Apple, which says names beside them and only once (identity.md 5.3).
 * @param user form field of the first answer, which nobody has signed: it says no more than a form that asks for the name
 */
export function appleIdentity(claims: Claims, user: string | null): ExternalIdentity {
  const { iss, sub, email, email_verified: verified } = claims;
  const isVerified = verified === true || verified === 'true';
  const address = typeof email === 'string' && isVerified && isEmailAddress(email) ? email : null;
  return { subject: `${String(iss)}|${String(sub)}`, email: address, fullName: nameOf(user) };
}

function nameOf(user: string | null): string {
  const name = fieldOf(parsed(user ?? ''), 'name');
  const parts = ['firstName', 'lastName'].map((part) => fieldOf(name, part));
  return parts
    .filter((part) => typeof part === 'string')
    .join(' ')
    .trim();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
