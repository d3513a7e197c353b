import type { LdapConfig } from '@stoa/contracts/users';
import { EqualityFilter, type Filter, FilterParser, OrFilter } from 'ldapts';
import { messageOf } from './ldap-client';

/**
 * Finds whom a typed name means (identity.md 6): by the name that the directory has for people to type, by the address,
 * or by what stands before the domain that makes addresses of names. Never made of text with something typed in it.
 * @returns undefined if it can be nobody's
 */
export function typedFilter(typed: string, { attributes, append_domain: domain }: LdapConfig): Filter | undefined {
  const name = domain === undefined ? typed : nameBefore(typed, domain);
  if (name === undefined || name === '') return undefined;
  const filters = [attributes.login, domain === undefined ? attributes.email : undefined].flatMap((attribute) =>
    attribute === undefined ? [] : [new EqualityFilter({ attribute, value: name })],
  );
  return filters.length === 1 ? filters[0] : new OrFilter({ filters });
}

/** An address of another domain is nobody's. */
function nameBefore(typed: string, domain: string): string | undefined {
  const at = typed.lastIndexOf('@');
  if (at < 0) return typed;
  return typed.slice(at + 1).toLowerCase() === domain.toLowerCase() ? typed.slice(0, at) : undefined;
}

/** @returns why a configuration cannot be used, without asking anybody */
export function configProblem({
  urls,
  start_tls: startTls,
  allow_plain: isPlain,
  ...config
}: LdapConfig): string | null {
  const readable = urls.find((url) => url.startsWith('ldap:'));
  if (readable !== undefined && !startTls && !isPlain) {
    return `${readable} would send passwords readably: use ldaps, start_tls, or allow_plain for tests`;
  }
  return attributesProblem(config) ?? filtersProblem(config);
}

function attributesProblem({
  attributes,
  append_domain: domain,
  mirrored_groups: groups,
}: Pick<LdapConfig, 'attributes' | 'append_domain' | 'mirrored_groups'>): string | null {
  const { full_name: whole, first_name: first, last_name: last, email, login } = attributes;
  if (whole === undefined && first === undefined && last === undefined) return 'attributes name no part of a name';
  if ((email === undefined) === (domain === undefined)) {
    return 'addresses come either from attributes.email or from append_domain';
  }
  if (login !== undefined) return null;
  if (domain !== undefined) return 'append_domain needs attributes.login';
  return groups?.members_are === 'login' ? 'members_are login needs attributes.login' : null;
}

function filtersProblem(config: Pick<LdapConfig, 'people_filter' | 'mirrored_groups'>): string | null {
  const { people_filter: people, mirrored_groups: groups } = config;
  return (
    filterProblem('people_filter', people) ?? (groups ? filterProblem('mirrored_groups.filter', groups.filter) : null)
  );
}

function filterProblem(name: string, filter: string): string | null {
  try {
    FilterParser.parseString(filter);
    return null;
  } catch (error) {
    return `${name} is not a filter: ${messageOf(error)}`;
  }
}
