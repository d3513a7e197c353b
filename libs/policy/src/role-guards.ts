import { HasRole, Role, isAdministrator, isOwner } from './roles';

/** What an endpoint may demand of its caller (organization.md 1.3, "Role errors"). */
export type RoleGuard =
  /** No guests. */
  | 'non-guest'
  /** No guests and no bots. */
  | 'human-member'
  /** No bots. */
  | 'human'
  | 'bot'
  | 'organization-member'
  | 'administrator'
  | 'owner';

export interface GuardedActor extends HasRole {
  isBot: boolean;
}

/** The error body of a refusal; always HTTP 400. */
export interface RoleRefusal {
  code: 'UNAUTHORIZED_PRINCIPAL' | 'BAD_REQUEST';
  msg: string;
}

const NO_GUESTS: RoleRefusal = { code: 'BAD_REQUEST', msg: 'Not allowed for guest users' };
const NO_BOTS: RoleRefusal = { code: 'BAD_REQUEST', msg: 'This endpoint does not accept bot requests.' };
const ONLY_BOTS: RoleRefusal = { code: 'BAD_REQUEST', msg: 'This endpoint requires a bot user account.' };

function principal(msg: string): RoleRefusal {
  return { code: 'UNAUTHORIZED_PRINCIPAL', msg };
}

/** Every refusal of a guard, for the API reference. */
export function refusalsOf(guard: RoleGuard): RoleRefusal[] {
  const actors = [Role.Guest, Role.Member].flatMap((role) => [false, true].map((isBot) => ({ role, isBot })));
  const refusals = actors.flatMap((actor) => refusalOf(guard, actor) ?? []);
  return [...new Map(refusals.map((refusal) => [refusal.msg, refusal])).values()];
}

/** @returns undefined when the actor satisfies the guard */
export function refusalOf(guard: RoleGuard, actor: GuardedActor): RoleRefusal | undefined {
  switch (guard) {
    case 'non-guest':
      return actor.role > Role.Member ? NO_GUESTS : undefined;
    case 'human-member':
      if (actor.role > Role.Member) return NO_GUESTS;
      return actor.isBot ? NO_BOTS : undefined;
    case 'human':
      return actor.isBot ? NO_BOTS : undefined;
    case 'bot':
      return actor.isBot ? undefined : ONLY_BOTS;
    case 'organization-member':
      return actor.role > Role.Member ? principal('Must be an organization member') : undefined;
    case 'administrator':
      return !isAdministrator(actor) ? principal('Must be an organization administrator') : undefined;
    case 'owner':
      return !isOwner(actor) ? principal('Must be an organization owner') : undefined;
  }
}
