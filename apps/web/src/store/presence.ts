import type { Presence, State } from './state';

export type Availability = 'active' | 'idle' | 'offline';

type PresenceState = Pick<State, 'presences' | 'presenceTime' | 'users' | 'userId' | 'settings' | 'organization'>;

/** Whether a user is there, by the service's clock at its last answer (web.md 2.16); undefined for bots, who never are. */
export function availabilityOf(state: PresenceState, userId: number): Availability | undefined {
  if (state.users.get(userId)?.is_bot) return undefined;
  if (userId === state.userId) return state.settings.presence_enabled ? 'active' : 'offline';
  const presence = state.presences.get(userId);
  if (!presence) return 'offline';
  const threshold = state.organization.server_presence_offline_threshold_seconds;
  const isFresh = (timestamp: number): boolean => state.presenceTime - timestamp < threshold;
  if (isFresh(presence.active_timestamp)) return 'active';
  return isFresh(presence.idle_timestamp) ? 'idle' : 'offline';
}

/** When a user was last there, in seconds since 1970: never before the account was made. */
function lastActiveOf(state: PresenceState, userId: number): number {
  const joined = Date.parse(state.users.get(userId)?.date_joined ?? '') / 1000;
  const { active_timestamp = 0, idle_timestamp = 0 }: Partial<Presence> = state.presences.get(userId) ?? {};
  return Math.max(active_timestamp, idle_timestamp, Number.isFinite(joined) ? joined : 0);
}

/** What a user's card says of the last activity, for `t`. */
export type LastActive =
  | { readonly kind: 'active' | 'idle' | 'hour' | 'yesterday' | 'never' }
  | { readonly kind: 'minutes' | 'hours' | 'days'; readonly count: number }
  | { readonly kind: 'date'; readonly at: number };

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How long ago a user was there.
 * @param dayStarts seconds since 1970 at which the viewer's day began: "yesterday" is a matter of calendars
 */
export function lastActiveText(state: PresenceState, userId: number, dayStarts: number): LastActive | undefined {
  const availability = availabilityOf(state, userId);
  if (availability === undefined) return undefined;
  if (availability !== 'offline') return { kind: availability };
  const at = lastActiveOf(state, userId);
  const age = state.presenceTime - at;
  if (age > 365 * DAY) return { kind: 'never' };
  if (age < HOUR) return { kind: 'minutes', count: Math.max(1, Math.floor(age / MINUTE)) };
  if (age < 2 * HOUR) return { kind: 'hour' };
  if (age < DAY) return { kind: 'hours', count: Math.floor(age / HOUR) };
  if (at >= dayStarts - DAY) return { kind: 'yesterday' };
  const days = Math.ceil((dayStarts - at) / DAY);
  return days < 90 ? { kind: 'days', count: days } : { kind: 'date', at };
}
