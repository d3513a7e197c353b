import { PolicyUser } from './group-membership';
import { HasRole, Role, isAdministrator, isGuest, isOwner } from './roles';

/** An account as rules of administration see it. */
export interface AdministeredUser extends PolicyUser {
  /** Null for humans and for bots without an owner. */
  botOwnerId: number | null;
  /** A bot that may create accounts is in the hands of owners only. */
  canCreateUsers: boolean;
}

/** "May administer": an owner or administrator, or the owner of the bot (users.md 2). */
export function administersUser(actor: PolicyUser, target: AdministeredUser): boolean {
  return isAdministrator(actor) || (target.isBot && target.botOwnerId === actor.userId);
}

/**
 * What a user sees of the calls of a bot's service. Who administers the bot sees how they went; what was said stays
 * between the owner and the service, as other people's direct messages may stand in it.
 */
export function botCallsSeen(actor: PolicyUser, bot: AdministeredUser): 'nothing' | 'outcomes' | 'everything' {
  if (!administersUser(actor, bot) || (isForOwnersOnly(bot) && !isOwner(actor))) return 'nothing';
  return bot.botOwnerId === actor.userId ? 'everything' : 'outcomes';
}

/**
 * Whether a user may have a bot do once more what it did: take a delivery again, or call its service again. The bot then
 * writes, so that others than its owner would write in its name.
 */
export function mayRepeatForBot(actor: PolicyUser, bot: AdministeredUser): boolean {
  return botCallsSeen(actor, bot) === 'everything';
}

/** Whether a user may say that headers and bodies of a bot's deliveries and calls are recorded, or not. */
export function maySwitchBotLog(actor: PolicyUser, bot: AdministeredUser): boolean {
  return botCallsSeen(actor, bot) !== 'nothing';
}

/** Why a change of role or activity is refused; texts are the caller's. */
export type AdministrationRefusal = 'needs-owner' | 'needs-administrator' | 'last-owner';

/** Whether only owners may act on an account: bots that may create accounts (users.md 2). */
export function isForOwnersOnly({ isBot, canCreateUsers }: AdministeredUser): boolean {
  return isBot && canCreateUsers;
}

/**
 * Whether an actor who administers the target may give it another role (users.md 2).
 * @param isLastOwner the target is the only active human owner
 */
export function refuseRole(
  actor: PolicyUser,
  target: AdministeredUser,
  role: number,
  isLastOwner: boolean,
): AdministrationRefusal | null {
  if (!isAdministrator(actor)) return 'needs-administrator';
  const concernsOwners = isOwner(target) || isOwner({ ...target, role });
  if ((concernsOwners || isForOwnersOnly(target)) && !isOwner(actor)) return 'needs-owner';
  return isLastOwner ? 'last-owner' : null;
}

/**
 * Whether an actor who administers accounts may give them new addresses at once, without a mail that confirms them: other
 * people's, and the own one.
 * @param isLet the operator lets this account do so (`can_change_user_emails`)
 */
export function mayChangeEmails(actor: HasRole, isLet: boolean): boolean {
  return isLet && isAdministrator(actor);
}

const SECONDS_PER_DAY = 86_400;

/** Members become full members after the waiting period; higher roles are full members at once (users.md 2). */
export function isFullMember(
  user: { role: number; joinedAtSeconds: number },
  waitingPeriodDays: number,
  nowSeconds: number,
): boolean {
  if (user.role < Role.Member) return true;
  return (
    user.role === Role.Member && Math.floor((nowSeconds - user.joinedAtSeconds) / SECONDS_PER_DAY) >= waitingPeriodDays
  );
}

/** Groups that decide who creates bots (users.md 16). */
export interface BotCreationGroups {
  canCreateBotsGroup: number;
  canCreateWriteOnlyBotsGroup: number;
}

const INCOMING_WEBHOOK = 2;

/** Whether a user may create, or bring back, bots of a type. */
export function mayCreateBots(
  user: PolicyUser,
  botType: number,
  settings: BotCreationGroups,
  groups: { isMember(groupId: number, user: PolicyUser): boolean },
): boolean {
  if (isGuest(user)) return false;
  if (groups.isMember(settings.canCreateBotsGroup, user)) return true;
  return botType === INCOMING_WEBHOOK && groups.isMember(settings.canCreateWriteOnlyBotsGroup, user);
}
