import { isEmailAddress } from './account-rules';
import { type ClaimedGroups, claimedGroups } from './claimed-groups';
import { claimedFields } from './claimed-fields';
import { claimedRole } from './claimed-role';
import type { OidcPreset, SignInProviderSettings } from './sign-in-providers';

/** What a provider says of somebody who signed in there. */
export interface ExternalIdentity {
  /** By what the provider knows the person for ever, whatever becomes of the address. */
  subject: string;
  /** An address that the provider vouches for, or null. */
  email: string | null;
  /** As the provider has it; '' if it does not say. */
  fullName: string;
  /** The role that the provider gives; absent where it stays as it is. */
  role?: number;
  /** The groups that the provider names; absent where nobody wants to know them. */
  groups?: ClaimedGroups;
  /** Custom profile fields by their names here; '' for nothing. What the provider does not say is absent. */
  fields?: Record<string, string>;
  /** When the person signed in there, in seconds since 1970; absent where the provider does not say. */
  authenticatedAt?: number;
  /** Of providers that may say later that it is over. */
  session?: ProviderSession;
}

/** The session at the provider, by which it says that it is over. */
export interface ProviderSession {
  /** What its messages about sessions call the person: the NameID, or `sub`. */
  name: string;
  /** How a NameID is made. */
  nameFormat?: string;
  /** SessionIndex, or `sid`. */
  id?: string;
}

/** Claims about a person, as an ID token or the userinfo of OpenID Connect has them. Nobody has checked their types. */
export type Claims = Readonly<Record<string, unknown>>;

type OidcRules = Pick<
  SignInProviderSettings,
  'preset' | 'trusts_email' | 'hosted_domain' | 'role_claim' | 'groups_claim' | 'groups' | 'profile_fields'
>;

/** Where providers have the groups of people, unless they say otherwise. */
const USUAL_GROUPS_CLAIM = 'groups';

/** Whether somebody belongs to the Google Workspace that accounts must belong to, if there is one. */
export function isOfHostedDomain({ hd }: Claims, { hosted_domain: domain }: OidcRules): boolean {
  return domain === undefined || (typeof hd === 'string' && hd.toLowerCase() === domain.toLowerCase());
}

/**
 * Who somebody is by verified claims (identity.md 3.2, 3.4, 5.1).
 * @param claims whose `iss` and `sub` have been checked
 */
export function identityOfClaims(claims: Claims, rules: OidcRules): ExternalIdentity {
  return {
    subject: subjectOfClaims(claims, rules.preset),
    email: addressOf(claims, rules),
    fullName: nameOf(claims),
    role: rules.role_claim === undefined ? undefined : claimedRole(claims[rules.role_claim]),
    groups: rules.groups === undefined ? undefined : groupsOf(claims, groupsClaim(rules)),
    fields: claimedFields(rules.profile_fields, (name) => claims[name]),
    authenticatedAt: typeof claims.auth_time === 'number' ? claims.auth_time : undefined,
    session: { name: textOf(claims.sub), id: textOf(claims.sid) || undefined },
  };
}

/** The claims that an ID token should have; what it lacks the provider is asked for. */
export function wantedClaims(rules: OidcRules): string[] {
  const { role_claim: role = [], groups, profile_fields: fields = [] } = rules;
  const ofGroups = groups === undefined ? [] : groupsClaim(rules);
  return [['email', 'name'], role, ofGroups, fields.map(({ external }) => external)].flat();
}

function groupsClaim({ groups_claim: name = USUAL_GROUPS_CLAIM }: OidcRules): string {
  return name;
}

/** Of people in more than 200 groups Entra ID says only where to ask for them. */
function groupsOf(claims: Claims, name: string): ClaimedGroups {
  const { _claim_names: elsewhere, hasgroups: hasGroups } = claims;
  const isElsewhere = typeof elsewhere === 'object' && elsewhere !== null && name in elsewhere;
  if (claims[name] === undefined && (isElsewhere || isTrue(hasGroups))) return 'unknown';
  return claimedGroups(claims[name]);
}

const LOG_OUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/**
 * Whose sessions are over by the claims of a log-out token (OpenID Connect Back-Channel Logout 2.6).
 * @param claims whose issuer, audience, times and signature have been checked
 * @returns null for a token that was made for something else
 */
export function loggedOutByClaims(claims: Claims, { preset }: OidcRules): LoggedOut | null {
  const { events, nonce } = claims;
  const [sub, sid, jti] = [textOf(claims.sub), textOf(claims.sid), textOf(claims.jti)];
  const isLogOut = typeof events === 'object' && events !== null && LOG_OUT_EVENT in events;
  // A token with a nonce is one of a sign-in.
  if (!isLogOut || nonce !== undefined || jti === '' || (sub === '' && sid === '')) return null;
  return {
    messageId: jti,
    name: sub || null,
    subject: sub === '' ? null : subjectOfClaims(claims, preset),
    ids: sid === '' ? [] : [sid],
  };
}

/** Who has signed out at the provider. */
export interface LoggedOut {
  /** Of the message: it counts once. */
  messageId: string;
  /** What its messages call the person; null where they name sessions alone. */
  name: string | null;
  /** As {@link ExternalIdentity} has it. */
  subject: string | null;
  /** The provider's sessions; none for all of the person. */
  ids: readonly string[];
}

/** Entra ID makes another `sub` for each client: tenant and object stay the same when the client is replaced. */
function subjectOfClaims(claims: Claims, preset: OidcPreset | undefined): string {
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
