import { Role } from './roles';

/** Who says what a field of an account holds, the one with the last word first (identity.md 4). */
export const FIELD_SOURCES = ['scim', 'ldap', 'claims', 'user'] as const;
export type FieldSource = (typeof FIELD_SOURCES)[number];

/** Fields that a directory may have the say over. */
export type ManagedField =
  'full_name' | 'email' | 'role' | 'avatar' | 'timezone' | 'default_language' | `profile_field_${number}`;

/** A custom profile field, by its id. */
export function profileField(id: number): `profile_field_${number}` {
  return `profile_field_${id}`;
}

/** A source, and the fields of one account that it has written. */
export interface FieldManager {
  source: FieldSource;
  fields: readonly string[];
}

/** Who has the last word over a field of an account: `user` (people and administrators) where no directory writes it. */
export function authorityOver(field: ManagedField, managers: readonly FieldManager[]): FieldSource {
  const writers = new Set(managers.filter(({ fields }) => fields.includes(field)).map(({ source }) => source));
  return FIELD_SOURCES.find((source) => writers.has(source)) ?? 'user';
}

/** Whether a source may set a field: nobody who outranks it writes the field. */
export function maySetField(source: FieldSource, field: ManagedField, managers: readonly FieldManager[]): boolean {
  return FIELD_SOURCES.indexOf(source) <= FIELD_SOURCES.indexOf(authorityOver(field, managers));
}

/**
 * Whether a source may say who is in a group: nobody who outranks it does.
 * @param manager who does so far; null: people
 */
export function mayManageGroup(source: FieldSource, manager: FieldSource | null): boolean {
  return FIELD_SOURCES.indexOf(source) <= FIELD_SOURCES.indexOf(manager ?? 'user');
}

/** What a directory wants of an account. */
export interface DirectoryWish {
  role?: number;
  isActive?: boolean;
}

/**
 * Whether a directory may do that to an account: nobody's wish leaves an organization without an owner.
 * @param isLastOwner the account is the only active human owner
 */
export function refuseDirectoryWish(wish: DirectoryWish, isLastOwner: boolean): 'last-owner' | null {
  if (!isLastOwner) return null;
  const losesRole = wish.role !== undefined && wish.role !== Role.Owner;
  return losesRole || wish.isActive === false ? 'last-owner' : null;
}

/** A directory's record that it deactivated an account. */
export interface DirectoryDeactivation {
  source: FieldSource;
}

/**
 * Whether a source may bring back an account: not one that somebody above it deactivated. A directory that never
 * deactivated anybody may not undo what people did, except for SCIM, whose `active` is a command and no observation.
 */
export function mayReactivate(source: FieldSource, deactivations: readonly DirectoryDeactivation[]): boolean {
  const rank = FIELD_SOURCES.indexOf(source);
  if (deactivations.some((other) => FIELD_SOURCES.indexOf(other.source) < rank)) return false;
  return source === 'scim' || source === 'user' || deactivations.some((other) => other.source === source);
}
