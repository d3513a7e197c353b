import { RealmPresence, legacyPresence, modernPresence } from '@stoa/redis';
import { StatusRow } from '../state/register-rows';
import { RegisterState } from '../state/register-state';

type Fields = Record<string, unknown>;

const DAY_SECONDS = 86_400;

/**
 * `presences` in the format that the client asked for (realtime.md 2.5), of active humans. Presences are newer than the state: whose
 * account came after it is left out, and the id stays below that account's, so that the client's next question covers it.
 * @param presence null: presences are not shown
 * @param limitedTo whom the viewer may know of; null: everybody
 */
export function presenceFields(
  state: RegisterState,
  presence: RealmPresence | null,
  limitedTo: ReadonlySet<number> | null,
  nowMs: number,
): Fields {
  const { request } = state;
  const isModern = request.slim_presence || request.client_capabilities.simplified_presence_events;
  const oldest = nowMs / 1000 - request.presence_history_limit_days * DAY_SECONDS;
  const presences: Fields = {};
  let newest = -1;
  let isWhole = true;
  for (const entry of presence?.since(0) ?? []) {
    const user = state.users.find(entry.userId);
    if (!user) isWhole = false;
    if (!user?.isActive || user.isBot || entry.lastConnected < oldest) continue;
    if (limitedTo && !limitedTo.has(user.id)) continue;
    if (isWhole) newest = entry.updateId;
    if (isModern) presences[String(user.id)] = modernPresence(entry, user.dateJoined);
    else presences[user.email] = legacyPresence(entry);
  }
  return { presences, presence_last_update_id: newest, server_timestamp: nowMs / 1000 };
}

/** Spectators see nobody's presence. */
export function spectatorPresenceFields(nowMs: number): Fields {
  return { presences: {}, server_timestamp: nowMs / 1000 };
}

/** `user_status`: only what is set, only of active users that the viewer can access (users.md 10). */
export function statusFields(state: RegisterState, rows: readonly StatusRow[] | null): Fields {
  if (rows === null) return { user_status: {} };
  const statuses = new Map<number, Fields>(state.users.lists.awayIds.map((userId) => [userId, { away: true }]));
  for (const row of rows) {
    const status = statuses.get(row.user_id) ?? {};
    statuses.set(row.user_id, status);
    if (row.status_text !== '') status.status_text = row.status_text;
    if (row.emoji_name === '') continue;
    const { emoji_name, emoji_code, reaction_type } = row;
    Object.assign(status, { emoji_name, emoji_code, reaction_type });
  }
  const isShown = (userId: number): boolean =>
    state.users.find(userId)?.isActive === true && (state.accessible?.has(userId) ?? true);
  const shown = [...statuses].filter(([userId, status]) => isShown(userId) && Object.keys(status).length > 0);
  return { user_status: Object.fromEntries(shown) };
}
