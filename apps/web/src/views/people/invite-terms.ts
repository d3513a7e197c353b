import { RequestRefused } from '../../api/failures';
import type { RoleCode } from '../../store/user-administration';

/** What an invitation gives to whoever accepts it. */
export interface InviteTerms {
  readonly role: RoleCode;
  /** Null: it never expires. */
  readonly minutes: number | null;
  readonly withDefaultChannels: boolean;
  readonly channelIds: readonly number[];
  readonly groupIds: readonly number[];
  /** What the welcome bot says; the organization's text unless given. */
  readonly welcome?: string;
}

const DAY = 24 * 60;
/** Minutes that an invitation is good for; the service's own default is among them. */
export const LIVES: readonly (number | null)[] = [DAY, 3 * DAY, 10 * DAY, 30 * DAY, null];
export const USUAL_LIFE = 10 * DAY;

/** Units of another time, in minutes. */
export const UNITS = { minutes: 1, hours: 60, daysUnit: DAY } as const;
export type Unit = keyof typeof UNITS;

/** The largest unit in which a time is a whole number. */
export function lifeIn(minutes: number): { amount: number; unit: Unit } {
  const names = ['daysUnit', 'hours', 'minutes'] as const;
  const unit = names.find((name) => minutes % UNITS[name] === 0) ?? 'minutes';
  return { amount: minutes / UNITS[unit], unit };
}

/** The terms under the names of the service. */
export function termsRequest({ role, minutes, withDefaultChannels, channelIds, groupIds, welcome }: InviteTerms) {
  return {
    invite_as: role,
    invite_expires_in_minutes: minutes,
    include_realm_default_subscriptions: withDefaultChannels,
    stream_ids: [...channelIds],
    group_ids: [...groupIds],
    ...(welcome === undefined ? {} : { welcome_message_custom_text: welcome }),
  };
}

/** An address that was not invited, and why not. */
export interface NotInvited {
  readonly email: string;
  readonly reason: string;
}

function isNotInvited(error: unknown): error is [email: string, reason: string, isDeactivated: boolean] {
  return Array.isArray(error) && typeof error[0] === 'string' && typeof error[1] === 'string';
}

/** The addresses that a refusal names. */
export function notInvited(error: unknown): readonly NotInvited[] {
  if (!(error instanceof RequestRefused) || !Array.isArray(error.data.errors)) return [];
  return error.data.errors.filter(isNotInvited).map(([email, reason]) => ({ email, reason }));
}

/** Those who could be invited were, although the service refused others. */
export function wasPartlySent(error: unknown): boolean {
  return error instanceof RequestRefused && error.data.sent_invitations === true;
}
