import { type ManagedField, maySetField, profileField } from '@stoa/policy';
import type { ProfileValues } from '../../people/profile-data/said-values';
import type { LdapAccountRow } from './ldap-directories.repository';
import type { LdapPerson } from './ldap-person';
import type { CheckedLdapProfile, LdapProfile } from './ldap-profile';

/** Somebody in a directory, with the profile that an account may have. */
export interface ProfiledPerson extends LdapPerson {
  profile: CheckedLdapProfile;
}

/** What a directory wants of an account; only what differs. */
export interface PersonWish {
  fullName?: string;
  deliveryEmail?: string;
  role?: number;
  isActive?: boolean;
  /** The account becomes the entry's. */
  externalId?: string;
  /** Of the picture; null: the account has none from the directory any more. */
  avatarHash?: string | null;
  timezone?: string;
  language?: string;
  /** Custom profile fields; null: nothing any more. */
  profile?: ProfileValues;
}

/** What becomes of an account. */
export interface PlannedChange {
  userId: number;
  wish: PersonWish;
  /** Undefined: there is none any more. */
  person: ProfiledPerson | undefined;
}

export interface SyncPlan {
  changes: PlannedChange[];
  /** Accounts that would be deactivated. */
  leaving: number;
  /** Active accounts that the directory manages. */
  managed: number;
}

/** What becomes of every account, by whom the directory has (identity.md 6). */
export function planSync(
  people: readonly ProfiledPerson[],
  accounts: readonly LdapAccountRow[],
  { deactivatesMissing }: { deactivatesMissing: boolean },
): SyncPlan {
  const byId = new Map(people.map((person) => [person.id, person]));
  const taken = new Set(accounts.flatMap(({ externalId }) => externalId ?? []));
  const free = people.filter(({ id }) => !taken.has(id));
  const byEmail = new Map(free.map((person) => [person.email.toLowerCase(), person]));
  const plan: SyncPlan = { changes: [], leaving: 0, managed: 0 };
  for (const account of accounts) {
    const { isLinked, externalId, isActive } = account;
    const person = isLinked ? byId.get(externalId ?? '') : byEmail.get(account.deliveryEmail.toLowerCase());
    if (!isLinked && !person) continue;
    if (isActive) plan.managed += 1;
    const wish = person ? wishOf(person, account) : missingWish(account, deactivatesMissing);
    if (Object.keys(wish).length === 0) continue;
    if (wish.isActive === false) plan.leaving += 1;
    plan.changes.push({ userId: account.id, wish, person });
  }
  return plan;
}

/** What an entry says of its account that is not so yet. A disabled one only leaves. */
export function wishOf(person: ProfiledPerson, account: LdapAccountRow): PersonWish {
  const { isActive, isDeactivated, isProvisioned, isLinked } = account;
  if (person.isDisabled) return isActive && !isProvisioned ? { isActive: false, ...linkOf(person, isLinked) } : {};
  const returns = !isActive && isDeactivated && !isProvisioned;
  if (!isActive && !returns) return {};
  const { fullName, email: deliveryEmail, role, avatarHash } = person;
  const wish: PersonWish = linkOf(person, isLinked);
  if (differs(account, 'full_name', account.fullName, fullName)) wish.fullName = fullName;
  if (differs(account, 'email', account.deliveryEmail, deliveryEmail)) wish.deliveryEmail = deliveryEmail;
  if (role !== undefined && differs(account, 'role', account.role, role)) wish.role = role;
  if (avatarHash !== undefined && avatarHash !== account.avatarHash && isFree(account, 'avatar')) {
    wish.avatarHash = avatarHash;
  }
  if (returns) wish.isActive = true;
  return { ...wish, ...profileWish(person.profile, account) };
}

function profileWish({ timezone, language, values }: LdapProfile, account: LdapAccountRow): PersonWish {
  const wish: PersonWish = {};
  if (timezone !== undefined && differs(account, 'timezone', account.timezone, timezone)) wish.timezone = timezone;
  if (language !== undefined && differs(account, 'default_language', account.language, language)) {
    wish.language = language;
  }
  const changed = [...values].filter(([id, value]) => {
    const field = profileField(id);
    // What people say of themselves where the directory has nothing is theirs.
    if (value === null) return account.managedFields.includes(field) && isFree(account, field);
    return differs(account, field, account.profile[id], value);
  });
  if (changed.length > 0) wish.profile = new Map(changed);
  return wish;
}

/** What is claimed for the first time is written down as the directory's, be it the same. */
function differs(account: LdapAccountRow, field: ManagedField, before: unknown, after: unknown): boolean {
  return (before !== after || !account.managedFields.includes(field)) && isFree(account, field);
}

/** Whether nobody above the directory says it. */
function isFree({ scimFields }: LdapAccountRow, field: ManagedField): boolean {
  return maySetField('ldap', field, [{ source: 'scim', fields: scimFields }]);
}

function linkOf({ id }: LdapPerson, isLinked: boolean): PersonWish {
  return isLinked ? {} : { externalId: id };
}

function missingWish({ isActive, isProvisioned }: LdapAccountRow, deactivates: boolean): PersonWish {
  return deactivates && isActive && !isProvisioned ? { isActive: false } : {};
}
