import { EMOJISET_CHOICES, NOTIFICATION_SOUNDS, USER_SETTINGS, UserSetting, shownSetting } from '@stoa/contracts/users';
import { JsonRow } from '../state/register-rows';
import { RegisterState } from '../state/register-state';

type Fields = Record<string, unknown>;

function pick(row: JsonRow, settings: readonly UserSetting[]): Fields {
  return Object.fromEntries(settings.map(({ name }) => [name, shownSetting(name, row[name])]));
}

const CHOICES = { emojiset_choices: EMOJISET_CHOICES, available_notification_sounds: NOTIFICATION_SOUNDS };

/** Personal settings, the organization's defaults for them, and the legacy top-level forms (realtime.md 2.7, 2.8). */
export function settingsFields(state: RegisterState): Fields {
  const { wanted, core, request } = state;
  const defaults: JsonRow = core.defaults ?? {};
  const own: JsonRow = state.account ?? { ...defaults, default_language: state.realm.default_language, timezone: '' };
  const fields: Fields = {};
  if (wanted.has('user_settings')) {
    fields.user_settings = { ...pick(own, USER_SETTINGS), timezone: own.timezone, ...CHOICES };
  }
  if (wanted.has('realm_user_settings_defaults')) {
    fields.realm_user_settings_defaults = { ...pick(defaults, USER_SETTINGS), ...CHOICES };
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
