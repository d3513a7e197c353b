import { GroupSettingUpdate, REALM_SETTING_SCHEMAS, UpdateRealmRequest, badRequest } from '@stoa/contracts';
import { badValue } from '@stoa/http-params';
import { REALM_PERMISSION_SETTINGS, RealmPermissionSetting } from '@stoa/policy';
import { unquoted } from '@stoa/http-params';
import type { UpdateRealmParams } from './update-realm.params';

type SettingValue = UpdateRealmRequest['settings'][string];

/** Settings in seconds or days, with what `"unlimited"` is stored as. */
const LIMITS: Readonly<Record<string, null | -1>> = {
  message_content_edit_limit_seconds: null,
  message_content_delete_limit_seconds: null,
  move_messages_within_stream_limit_seconds: null,
  move_messages_between_streams_limit_seconds: null,
  message_retention_days: -1,
};
const ENUMERATIONS = new Set(['message_edit_history_visibility_policy', 'topics_policy']);
const LARGEST = 2_147_483_647;

/** The parameters that were sent, in their order, as the service takes them. */
export function updateRealmRequest(params: UpdateRealmParams): UpdateRealmRequest {
  const settings: Record<string, SettingValue> = {};
  const groups: Record<string, GroupSettingUpdate> = {};
  const given: Partial<Record<string, unknown>> = { ...params };
  for (const name of Object.keys(REALM_SETTING_SCHEMAS)) {
    const value = given[name];
    if (value !== undefined) settings[name] = settingValue(name, value);
  }
  for (const name of Object.keys(REALM_PERMISSION_SETTINGS) as RealmPermissionSetting[]) {
    const update = params[name];
    if (update !== undefined) groups[name] = update;
  }
  const { authentication_methods: authenticationMethods = null, string_id: stringId = null } = params;
  return { settings, groups, authenticationMethods, stringId };
}

function settingValue(name: string, value: unknown): SettingValue {
  const unlimited = LIMITS[name];
  if (unlimited !== undefined) return limitValue(name, value, unlimited);
  if (name === 'jitsi_server_url' && value === 'default') return null;
  if (typeof value === 'string') return ENUMERATIONS.has(name) ? unquoted(value) : value;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  throw new Error(`${name} was decoded to a value of an unknown kind`);
}

/** Integers above zero, or the text `unlimited` (organization.md 4.4). */
function limitValue(name: string, value: unknown, unlimited: null | -1): SettingValue {
  if (value === 'unlimited') return unlimited;
  if (typeof value === 'string') throw badValue(name, value);
  if (typeof value !== 'number' || !Number.isInteger(value)) throw badRequest(`${name} is not an integer`);
  if (value <= 0 || value > LARGEST) throw badValue(name, value);
  return value;
}
