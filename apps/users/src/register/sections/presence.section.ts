import { PresenceRow, StatusRow } from '../register-rows';
import { RegisterState } from '../register-state';

type Fields = Record<string, unknown>;

/** Seconds that a client may be connected longer than active and still counts as active (users.md 11). */
const LEGACY_ACTIVE_OFFSET_SECONDS = 70;

/** `presences` in the format that the client asked for (realtime.md 2.5). `rows` is null for spectators. */
export function presenceFields(state: RegisterState, rows: readonly PresenceRow[] | null, nowMs: number): Fields {
  const serverTimestamp = nowMs / 1000;
  if (rows === null) return { presences: {}, server_timestamp: serverTimestamp };
  const isModern = state.request.slimPresence || state.request.capabilities.simplified_presence_events;
  const presences: Fields = {};
  let newest = -1;
  for (const row of rows) {
    const user = state.users.find(row.user_id);
    if (!user) continue;
    newest = Math.max(newest, row.last_update_id);
    if (isModern) presences[String(row.user_id)] = modernPresence(row, user.dateJoined);
    else presences[user.email] = legacyPresence(row);
  }
  return { presences, presence_last_update_id: newest, server_timestamp: serverTimestamp };
}

function modernPresence(row: PresenceRow, dateJoined: number): Fields {
  return { active_timestamp: row.last_active ?? dateJoined, idle_timestamp: row.last_connected };
}

function legacyPresence(row: PresenceRow): Fields {
  const isActive = row.last_active !== null && row.last_active + LEGACY_ACTIVE_OFFSET_SECONDS >= row.last_connected;
  const entry = {
    client: 'website',
    status: isActive ? 'active' : 'idle',
    timestamp: isActive ? row.last_active : row.last_connected,
  };
  return { website: { ...entry, pushable: false }, aggregated: entry };
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
