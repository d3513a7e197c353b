import { isEmailAddress } from './account-rules';
import { type ClaimedGroups, claimedGroups } from './claimed-groups';
import { claimedFields } from './claimed-fields';
import { claimedRole } from './claimed-role';
import type { ExternalIdentity } from './external-identity';
import type { SignInProviderSettings } from './sign-in-providers';

/** What an assertion of SAML says of somebody, after everything about it has been checked. */
export interface SamlAssertion {
  nameId: string;
  /** How the NameID is made; absent where the provider does not say. */
  nameIdFormat: string | undefined;
  /** The provider's session, by whose name it ends it. */
  sessionIndex: string | undefined;
  /** When the person signed in there, in seconds since 1970; absent where the provider does not say. */
  authenticatedAt?: number;
  attributes: ReadonlyMap<string, readonly string[]>;
}

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const TRANSIENT_FORMAT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** Names under which services send an attribute, those of operators first (identity.md 5.4). */
const USUAL = {
  email: ['email', 'mail', `${CLAIMS}/emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3'],
  firstName: ['first_name', 'firstName', 'givenName', `${CLAIMS}/givenname`, 'urn:oid:2.5.4.42'],
  lastName: ['last_name', 'lastName', 'sn', `${CLAIMS}/surname`, 'urn:oid:2.5.4.4'],
  name: [
    ...['name', 'displayName', 'http://schemas.microsoft.com/identity/claims/displayname'],
    ...['urn:oid:2.16.840.1.113730.3.1.241', 'urn:oid:2.5.4.3'],
  ],
  groups: ['groups', 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups'],
};
/** Entra ID sends it instead of the groups of people in more than 150. */
const GROUPS_ELSEWHERE = 'http://schemas.microsoft.com/claims/groups.link';

type Rules = Pick<
  SignInProviderSettings,
  | 'email_attribute'
  | 'name_attribute'
  | 'first_name_attribute'
  | 'last_name_attribute'
  | 'subject_attribute'
  | 'role_claim'
  | 'groups_claim'
  | 'groups'
  | 'profile_fields'
>;

/**
 * Who somebody is by a checked assertion (identity.md 3.2, 3.4, 5.4). Addresses count as verified: whoever set the provider
 * up has said which attribute they are in.
 * @param issuer of the assertion
 * @returns null where the provider has no lasting name for the person: it would be somebody else at the next sign-in
 */
export function identityOfAssertion(assertion: SamlAssertion, issuer: string, rules: Rules): ExternalIdentity | null {
  const name = lastingName(assertion, rules);
  if (name === '') return null;
  return {
    subject: `${issuer}|${name}`,
    email: addressOf(assertion, rules),
    fullName: nameOf(assertion, rules),
    role: rules.role_claim === undefined ? undefined : claimedRole(assertion.attributes.get(rules.role_claim)),
    groups: rules.groups === undefined ? undefined : groupsOf(assertion, rules),
    fields: claimedFields(rules.profile_fields, (name) => assertion.attributes.get(name)),
    authenticatedAt: assertion.authenticatedAt,
  };
}

function groupsOf({ attributes }: SamlAssertion, { groups_claim: name }: Rules): ClaimedGroups {
  const names = name === undefined ? USUAL.groups : [name];
  const values = names.flatMap((one) => attributes.get(one) ?? []);
  return values.length === 0 && attributes.has(GROUPS_ELSEWHERE) ? 'unknown' : claimedGroups(values);
}

function lastingName(assertion: SamlAssertion, { subject_attribute: attribute }: Rules): string {
  if (attribute !== undefined) return valueOf(assertion, attribute, []);
  return assertion.nameIdFormat === TRANSIENT_FORMAT ? '' : assertion.nameId;
}

function addressOf(assertion: SamlAssertion, { email_attribute: attribute }: Rules): string | null {
  const { nameId, nameIdFormat } = assertion;
  const named = valueOf(assertion, attribute, USUAL.email);
  const isInNameId = attribute === undefined && nameIdFormat === EMAIL_FORMAT;
  const address = named === '' && isInNameId ? nameId : named;
  return isEmailAddress(address) ? address : null;
}

function nameOf(assertion: SamlAssertion, rules: Rules): string {
  if (rules.name_attribute !== undefined) return valueOf(assertion, rules.name_attribute, []);
  const parts = [
    valueOf(assertion, rules.first_name_attribute, USUAL.firstName),
    valueOf(assertion, rules.last_name_attribute, USUAL.lastName),
  ];
  return parts.join(' ').trim() || valueOf(assertion, undefined, USUAL.name);
}

/** The one value of an attribute. Of several nobody knows which counts; the first that is a text does. */
function valueOf({ attributes }: SamlAssertion, name: string | undefined, usual: readonly string[]): string {
  const names = name === undefined ? usual : [name];
  const values = names.flatMap((one) => attributes.get(one) ?? []).map((value) => value.trim());
  return values.find((value) => value !== '') ?? '';
}
