import { isEmailAddress } from './account-rules';
import type { OidcPreset, SignInProviderSettings } from './sign-in-providers';

/** What a provider says of somebody who signed in there. */
export interface ExternalIdentity {
  /** By what the provider knows the person for ever, whatever becomes of the address. */
  subject: string;
  /** An address that the provider vouches for, or null. */
  email: string | null;
  /** As the provider has it; '' if it does not say. */
  fullName: string;
}

/** Claims about a person, as an ID token or the userinfo of OpenID Connect has them. Nobody has checked their types. */
export type Claims = Readonly<Record<string, unknown>>;

type OidcRules = Pick<SignInProviderSettings, 'preset' | 'trusts_email' | 'hosted_domain'>;

/** Whether somebody belongs to the Google Workspace that accounts must belong to, if there is one. */
export function isOfHostedDomain({ hd }: Claims, { hosted_domain: domain }: OidcRules): boolean {
  return domain === undefined || (typeof hd === 'string' && hd.toLowerCase() === domain.toLowerCase());
}

/**
 * Who somebody is by verified claims (identity.md 3.2, 3.4, 5.1).
 * @param claims whose `iss` and `sub` have been checked
 */
export function identityOfClaims(claims: Claims, rules: OidcRules): ExternalIdentity {
  return { subject: subjectOf(claims, rules.preset), email: addressOf(claims, rules), fullName: nameOf(claims) };
}

/** Entra ID makes another `sub` for each client: tenant and object stay the same when the client is replaced. */
function subjectOf(claims: Claims, preset: OidcPreset | undefined): string {
  const [tenant, object] = [textOf(claims.tid), textOf(claims.oid)];
  if (preset === 'entra' && tenant !== '' && object !== '') return `${tenant}|${object}`;
  return `${textOf(claims.iss)}|${textOf(claims.sub)}`;
}

function addressOf(claims: Claims, { preset, trusts_email: isTrusted = false }: OidcRules): string | null {
  const isEntra = preset === 'entra';
  const isVerified = claims.email_verified === true || (isEntra && isTrue(claims.xms_edov));
  // Entra ID leaves the address out where an account has no mailbox; the name to sign in with often is one.
  const address = textOf(claims.email) || (isEntra && isTrusted ? textOf(claims.preferred_username) : '');
  return (isVerified || isTrusted) && isEmailAddress(address) ? address : null;
}

function nameOf(claims: Claims): string {
  const whole = textOf(claims.name).trim();
  return whole || [textOf(claims.given_name), textOf(claims.family_name)].join(' ').trim();
}

/** Entra ID sends some booleans as texts and numbers. */
function isTrue(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
