import { EMOJISET_CHOICES, NOTIFICATION_SOUNDS, USER_SETTINGS, UserSetting, shownSetting } from '@stoa/contracts/users';
import { realmScope } from '@stoa/fragments';
import { type SharedText, sharedText } from '../../shared/state/shared-text';
import type { StateWriter } from '../../shared/state/state-writer';
import { JsonRow } from '../state/register-rows';
import { RegisterState } from '../state/register-state';

type Fields = Record<string, unknown>;

function pick(row: JsonRow, settings: readonly UserSetting[]): Fields {
  return Object.fromEntries(settings.map(({ name }) => [name, shownSetting(name, row[name])]));
}

const CHOICES = { emojiset_choices: EMOJISET_CHOICES, available_notification_sounds: NOTIFICATION_SOUNDS };

/** Personal settings, the organization's defaults for them, and the legacy top-level forms (realtime.md 2.7, 2.8). */
export function writeSettings(state: RegisterState, writer: StateWriter): void {
  writer.fields(settingsFields(state));
  const { wanted, core, realm } = state;
  if (!wanted.has('realm_user_settings_defaults')) return;
  writer.shared('realm_user_settings_defaults', defaultsText(realm.id, core.defaults ?? {}));
}

/** By the organization's row, which is the same object until it changes. */
const knownDefaults = new WeakMap<JsonRow, SharedText>();

function defaultsText(realmId: number, defaults: JsonRow): SharedText {
  const known = knownDefaults.get(defaults);
  if (known) return known;
  const text = sharedText(
    realmScope(realmId),
    'defaults',
    JSON.stringify({ ...pick(defaults, USER_SETTINGS), ...CHOICES }),
  );
  knownDefaults.set(defaults, text);
  return text;
}

function settingsFields(state: RegisterState): Fields {
  const { wanted, core, request } = state;
  const defaults: JsonRow = core.defaults ?? {};
  const own: JsonRow = state.account ?? { ...defaults, default_language: state.realm.default_language, timezone: '' };
  const fields: Fields = {};
  if (wanted.has('user_settings')) {
    fields.user_settings = { ...pick(own, USER_SETTINGS), timezone: own.timezone, ...CHOICES };
  }
  if (request.client_capabilities.user_settings_object) return fields;
  if (wanted.has('update_display_settings')) {
    const display = USER_SETTINGS.filter((setting) => setting.legacy === 'display');
    Object.assign(fields, pick(own, display), { timezone: own.timezone, emojiset_choices: EMOJISET_CHOICES });
  }
  if (wanted.has('update_global_notifications')) {
    const notification = USER_SETTINGS.filter((setting) => setting.legacy === 'notification');
    Object.assign(fields, pick(own, notification), { available_notification_sounds: NOTIFICATION_SOUNDS });
  }
  return fields;
}
