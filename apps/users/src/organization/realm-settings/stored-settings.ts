import { REALM_SETTING_SCHEMAS, type UpdateRealmRequest } from '@stoa/contracts/organization';
import { badRequest } from '@stoa/errors';
import { badValue, unquoted } from '@stoa/http-params';
import type { SettingColumn } from './realm-settings.repository';

/** Stands for the server's own Jitsi. */
export const DEFAULT_JITSI = 'default';
/** Settings in seconds or days, with what `"unlimited"` is stored as. */
const LIMITS: Readonly<Record<string, null | -1>> = {
  message_content_edit_limit_seconds: null,
  message_content_delete_limit_seconds: null,
  move_messages_within_stream_limit_seconds: null,
  move_messages_between_streams_limit_seconds: null,
  message_retention_days: -1,
};
/** Clients see the changes of one call in the order of their events: these come first, in this order. */
const APPLIED_FIRST = [
  'message_content_delete_limit_seconds',
  'message_content_edit_limit_seconds',
  'move_messages_within_stream_limit_seconds',
  'move_messages_between_streams_limit_seconds',
];
const IN_ORDER: ReadonlySet<string> = new Set([...APPLIED_FIRST, ...Object.keys(REALM_SETTING_SCHEMAS)]);
const ENUMERATIONS = new Set(['message_edit_history_visibility_policy', 'topics_policy']);
const LARGEST = 2_147_483_647;

/**
 * The simple settings that were sent, in the order in which they are applied, as they are stored.
 * @throws DomainError for limits that are none
 */
export function storedSettings(request: UpdateRealmRequest): Map<string, SettingColumn> {
  const given = new Map<string, unknown>(Object.entries(request));
  const stored = new Map<string, SettingColumn>();
  for (const name of IN_ORDER) {
    const value = given.get(name);
    if (value !== undefined) stored.set(name, settingValue(name, value));
  }
  return stored;
}

function settingValue(name: string, value: unknown): SettingColumn {
  const unlimited = LIMITS[name];
  if (unlimited !== undefined) return limitValue(name, value, unlimited);
  if (name === 'jitsi_server_url' && value === DEFAULT_JITSI) return null;
  if (typeof value === 'string') return ENUMERATIONS.has(name) ? unquoted(value) : value;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  throw new Error(`${name} was decoded to a value of an unknown kind`);
}

/** Integers above zero, or the text `unlimited` (organization.md 4.4). */
function limitValue(name: string, value: unknown, unlimited: null | -1): SettingColumn {
  if (value === 'unlimited') return unlimited;
  if (typeof value === 'string') throw badValue(name, value);
  if (typeof value !== 'number' || !Number.isInteger(value)) throw badRequest(`${name} is not an integer`);
  if (value <= 0 || value > LARGEST) throw badValue(name, value);
  return value;
}
