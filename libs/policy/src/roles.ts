/** Role codes of the API (users.md 1): the smaller, the more privileged. */
export const Role = { Owner: 100, Administrator: 200, Moderator: 300, Member: 400, Guest: 600 } as const;

export interface HasRole {
  /** 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
  role: number;
}

export function isOwner({ role }: HasRole): boolean {
  return role === Role.Owner;
}

/** Owners are administrators. */
export function isAdministrator({ role }: HasRole): boolean {
  return role <= Role.Administrator;
}

/** Administrators are moderators. */
export function isModerator({ role }: HasRole): boolean {
  return role <= Role.Moderator;
}

export function isGuest({ role }: HasRole): boolean {
  return role === Role.Guest;
}
