/**
 * Viewers for whom the users of an organization look the same, themselves apart: `email_address_visibility` knows four
 * kinds of viewers (users.md 1). Shared answers are kept per class.
 */
export type ViewerClass = 'administrators' | 'moderators' | 'members' | 'guests' | 'spectators';

/** @param role null for spectators */
export function viewerClass(role: number | null): ViewerClass {
  if (role === null) return 'spectators';
  if (role <= 200) return 'administrators';
  if (role <= 300) return 'moderators';
  return role <= 400 ? 'members' : 'guests';
}

/** The least privileged role of a class, by which what the class sees is decided; null for spectators. */
export const LEAST_ROLE: Record<ViewerClass, number | null> = {
  administrators: 200,
  moderators: 300,
  members: 400,
  guests: 600,
  spectators: null,
};
