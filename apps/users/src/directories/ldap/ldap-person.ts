import type { LdapConfig } from '@stoa/contracts/users';
import { Role } from '@stoa/policy';
import type { SaidValues } from '../../people/profile-data/said-values';

/** Somebody in a directory. */
export interface LdapPerson {
  dn: string;
  /** Never changes. */
  id: string;
  /** What people may type instead of the address; undefined: nothing. */
  login: string | undefined;
  email: string;
  fullName: string;
  isDisabled: boolean;
  /** Undefined: the directory does not say. */
  role: number | undefined;
  /** Of the picture (SHA-256, hexadecimal); null: there is none; undefined: the directory does not say. */
  avatarHash: string | null | undefined;
  /** As the directory writes it; undefined: it does not say. */
  timezone: string | undefined;
  language: string | undefined;
  /** Custom profile fields, by their names here. */
  said: SaidValues;
}

/** Values by attribute in lower case. */
export type LdapAttributes = ReadonlyMap<string, readonly string[]>;

/** Bit of `userAccountControl` (Active Directory). */
const ACCOUNT_DISABLED = 0x2;
const ROLES = [
  ['owner', Role.Owner],
  ['administrator', Role.Administrator],
  ['moderator', Role.Moderator],
  ['guest', Role.Guest],
] as const;

/** @returns a person, or why the entry is none */
export function personOf(dn: string, given: LdapAttributes, config: LdapConfig): LdapPerson | { problem: string } {
  const { attributes } = config;
  const first = (name: string | undefined): string => (name && given.get(name.toLowerCase())?.[0]?.trim()) || '';
  const id = first(attributes.id);
  const login = first(attributes.login);
  const email = addressOf(first(attributes.email), login, config);
  const parts = `${first(attributes.first_name)} ${first(attributes.last_name)}`.trim();
  const fullName = first(attributes.full_name) || parts;
  if (id === '' || email === '' || fullName === '') return { problem: `${dn} lacks an id, an address or a name` };
  const isDisabled = disabledState(attributes.disabled, first(attributes.disabled));
  if (isDisabled === undefined)
    return { problem: `${dn} has a value of ${attributes.disabled} that is not understood` };
  const avatarHash = attributes.avatar === undefined ? undefined : first(attributes.avatar) || null;
  const { profile_fields: fields = [] } = config;
  return {
    ...{ dn, id, login: login || undefined, email, fullName, isDisabled, role: roleOf(given, config), avatarHash },
    timezone: first(attributes.timezone) || undefined,
    language: first(attributes.language) || undefined,
    said: new Map(fields.map(({ external, local }) => [local, first(external) || null])),
  };
}

/** '' for none. Of a name with a domain of its own no address is made. */
function addressOf(email: string, login: string, { append_domain: domain }: LdapConfig): string {
  if (domain === undefined) return email;
  return login === '' || login.includes('@') ? '' : `${login}@${domain}`;
}

function disabledState(attribute: string | undefined, value: string): boolean | undefined {
  if (attribute === undefined || value === '') return false;
  if (attribute.toLowerCase() === 'useraccountcontrol') {
    return /^\d+$/.test(value) ? (Number(value) & ACCOUNT_DISABLED) !== 0 : undefined;
  }
  const word = value.toUpperCase();
  if (word === 'TRUE' || word === 'YES') return true;
  return word === 'FALSE' || word === 'NO' ? false : undefined;
}

/** The highest role whose group names the entry. */
function roleOf(given: LdapAttributes, { role_groups: groups, attributes }: LdapConfig): number | undefined {
  if (!groups) return undefined;
  const names = given.get((attributes.groups ?? 'memberOf').toLowerCase()) ?? [];
  const own = new Set(names.map(comparableDn));
  const found = ROLES.find(([name]) => {
    const dn = groups[name];
    return dn !== undefined && own.has(comparableDn(dn));
  });
  return found ? found[1] : Role.Member;
}

/** Names of entries have no case, and spaces beside commas do not count. */
export function comparableDn(dn: string): string {
  return dn.toLowerCase().replace(/\s*([,=])\s*/g, '$1');
}
