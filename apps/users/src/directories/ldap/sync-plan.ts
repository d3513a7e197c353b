import type { LdapAccountRow } from './ldap-directories.repository';
import type { LdapPerson } from './ldap-person';

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
}

/** What becomes of an account. */
export interface PlannedChange {
  userId: number;
  wish: PersonWish;
  /** Undefined: there is none any more. */
  person: LdapPerson | undefined;
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
  people: readonly LdapPerson[],
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
export function wishOf(person: LdapPerson, account: LdapAccountRow): PersonWish {
  const { isActive, isDeactivated, isProvisioned, isLinked } = account;
  if (person.isDisabled) return isActive && !isProvisioned ? { isActive: false, ...linkOf(person, isLinked) } : {};
  const returns = !isActive && isDeactivated && !isProvisioned;
  if (!isActive && !returns) return {};
  const wish: PersonWish = linkOf(person, isLinked);
  // What is claimed for the first time is written down as the directory's, be it the same.
  if (!isLinked || person.fullName !== account.fullName) wish.fullName = person.fullName;
  if (!isLinked || person.email !== account.deliveryEmail) wish.deliveryEmail = person.email;
  if (person.role !== undefined && (!isLinked || person.role !== account.role)) wish.role = person.role;
  const { avatarHash } = person;
  if (avatarHash !== undefined && avatarHash !== account.avatarHash) wish.avatarHash = avatarHash;
  if (returns) wish.isActive = true;
  return wish;
}

function linkOf({ id }: LdapPerson, isLinked: boolean): PersonWish {
  return isLinked ? {} : { externalId: id };
}

function missingWish({ isActive, isProvisioned }: LdapAccountRow, deactivates: boolean): PersonWish {
  return deactivates && isActive && !isProvisioned ? { isActive: false } : {};
}
