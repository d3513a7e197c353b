import { type NamePair, mapsToGroupNames } from './claimed-groups';

/** What a provider of OpenID Connect or SAML says of people besides who they are (identity.md 4); names as the API has them. */
export interface ClaimsProviderSettings {
  /** Claim or attribute with the role of a person, which nobody else decides about then. */
  role_claim?: string;
  /** Claim or attribute with the groups of a person, if it is not one of the usual ones. */
  groups_claim?: string;
  /** Which of these groups are groups here; `*`: all that are not named. Absent: nobody asks for them. */
  groups?: NamePair[];
  /** Claims or attributes that are custom profile fields here, by the names of these fields. */
  profile_fields?: NamePair[];
}

/** What is wrong with these settings of a provider, in words for whoever sets it up. */
export function claimsProviderProblem(kind: string, settings: ClaimsProviderSettings): string | null {
  const { groups, groups_claim: claim, profile_fields: fields = [] } = settings;
  const isAsked = groups !== undefined || fields.length > 0;
  if (isAsked && kind !== 'oidc' && kind !== 'saml')
    return 'Only OpenID Connect and SAML have groups and profile fields.';
  if (!fields.every(({ local }) => local !== undefined)) return 'A claim needs the name of its profile field.';
  if (groups === undefined)
    return claim === undefined ? null : 'A claim with groups needs groups that are groups here.';
  return mapsToGroupNames(groups) ? null : 'A group here cannot have one of the names of groups.';
}
