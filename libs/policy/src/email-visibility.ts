import { Role } from './roles';

/** Least privileged role that sees an address, by `email_address_visibility` (users.md 1); 0: nobody. */
const ROLE_LIMITS: Record<number, number> = {
  1: Role.Guest,
  2: Role.Member,
  5: Role.Moderator,
  3: Role.Administrator,
  4: 0,
};

export const EmailVisibility = { Everyone: 1, Members: 2, Administrators: 3, Nobody: 4, Moderators: 5 } as const;

/** Whether a viewer of this role sees the real address of somebody else. Users always see their own. */
export function canSeeEmail(visibility: number, viewerRole: number): boolean {
  return viewerRole <= (ROLE_LIMITS[visibility] ?? 0);
}

/** The API email of a human: the real address only if everybody may see it (users.md 1). */
export function apiEmail(
  user: { userId: number; deliveryEmail: string; visibility: number; isBot: boolean },
  host: string,
): string {
  if (user.isBot || user.visibility === EmailVisibility.Everyone) return user.deliveryEmail;
  return dummyEmail(user.userId, host);
}

/** Hosts that cannot form a mail address (an IP, or with a port) are replaced by a fixed fake domain. */
export function dummyEmail(userId: number, host: string): string {
  return `user${userId}@${mailDomain(host)}`;
}

const FAKE_DOMAIN = 'noreply.stoa.invalid';

export function mailDomain(host: string): string {
  const name = host.replace(/:\d+$/, '');
  const isAddress = /^[\d.]+$/.test(name) || name.startsWith('[');
  return isAddress || !name.includes('.') ? FAKE_DOMAIN : name;
}
