import { Role } from '@stoa/policy';
/** How users are written for one kind of viewer. */
export interface UserView {
  realmId: number;
  /** `registered`: without `is_active` (realtime.md 2.3); `listed`: with it. */
  shape: 'registered' | 'listed';
  /** What {@link visibilityRole} gives for the viewers; null for spectators. */
  viewerRole: number | null;
  /** Leave out avatars that the client can compute. */
  clientGravatar: boolean;
  includeProfileData: boolean;
}

/** Owners see what administrators see: one encoded form serves both. */
export function visibilityRole(role: number): number {
  return Math.max(role, Role.Administrator);
}

/** Names a view among the encoded forms of users. */
export function viewKey(view: UserView): string {
  const flags = `${view.clientGravatar ? 'g' : ''}${view.includeProfileData ? 'p' : ''}`;
  return `${view.shape === 'registered' ? 'r' : 'l'}${view.viewerRole ?? 's'}${flags}`;
}

/** Scope of the fragments that hold a realm's users in one view. */
export function usersScope(view: UserView): string {
  return `users:${view.realmId}:${viewKey(view)}`;
}

/** Scope of the fragments that hold what all organizations share. */
export const CONSTANTS_SCOPE = 'constants';

/** Scope of the fragments that hold a realm's settings. */
export function realmScope(realmId: number): string {
  return `realm:${realmId}`;
}

/** Scope of the fragments that hold a realm's user groups. */
export function groupsScope(realmId: number): string {
  return `groups:${realmId}`;
}

/** Scope of the fragments that hold a realm's channels. */
export function channelsScope(realmId: number): string {
  return `channels:${realmId}`;
}

/** Scope of the fragments that hold subscriber lists. */
export function subscribersScope(realmId: number): string {
  return `subscribers:${realmId}`;
}
