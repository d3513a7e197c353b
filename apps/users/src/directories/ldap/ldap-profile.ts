import { canonicalTimeZone } from '@stoa/policy';
import { requestedLanguage } from '@stoa/texts';
import { type ProfileValues, checkedValues } from '../../people/profile-data/said-values';
import type { ProfileFieldRow } from '../../shared/realm-facts/profile-field-row';
import type { LdapPerson } from './ldap-person';

/** What an account has from its entry besides name, address, role and picture, as it is stored. */
export interface LdapProfile {
  /** Undefined: the directory does not say. */
  timezone: string | undefined;
  language: string | undefined;
  /** Of the fields that the directory is asked for. */
  values: ProfileValues;
}

/** With what was passed over, for operators. */
export interface CheckedLdapProfile extends LdapProfile {
  /** And why. */
  problems: string[];
  /** Names of which there is no field. */
  unknown: string[];
}

/** What an account may have. */
export function profileOf(
  { dn, timezone, language, said }: LdapPerson,
  fields: readonly ProfileFieldRow[],
): CheckedLdapProfile {
  const { values, problems, unknown } = checkedValues(said, fields);
  const zone = timezone === undefined ? null : canonicalTimeZone(timezone);
  if (timezone !== undefined && zone === null) problems.push(`there is no time zone ${timezone}`);
  return {
    ...{ values, unknown, timezone: zone ?? undefined },
    // Of a language that there are no texts in, people keep the one that they have.
    language: requestedLanguage(language?.replace('_', '-')),
    problems: problems.map((problem) => `${dn}: ${problem}`),
  };
}
