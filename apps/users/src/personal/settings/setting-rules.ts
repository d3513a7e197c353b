import {
  LANGUAGE_NAMES,
  NOTIFICATION_SOUNDS,
  USER_SETTINGS,
  SettingValue,
  SettingValues,
  UserSetting,
  UserSettingName,
  storedSetting,
} from '@stoa/contracts/users';
import { badRequest } from '@stoa/errors';

const LONGEST_BATCHING_SECONDS = 604_800;
const NO_SOUND = 'none';

/**
 * Checks the values that no closed set of the parameter decides (users.md 8).
 * @throws DomainError with the first problem
 */
export function checkSettingValues(settings: SettingValues): void {
  const {
    default_language: language,
    notification_sound: sound,
    email_notifications_batching_period_seconds: period,
  } = settings;
  if (language !== undefined && !Object.hasOwn(LANGUAGE_NAMES, String(language))) {
    throw badRequest('Invalid default_language');
  }
  if (sound !== undefined && sound !== NO_SOUND && !NOTIFICATION_SOUNDS.includes(String(sound))) {
    throw badRequest(`Invalid notification sound '${String(sound)}'`);
  }
  if (period !== undefined && (Number(period) < 1 || Number(period) > LONGEST_BATCHING_SECONDS)) {
    throw badRequest(`Invalid email batching period: ${String(period)} seconds`);
  }
}

/** The settings among the parameters of a request, as they are stored. */
export function settingValuesOf(request: Partial<Record<UserSettingName, SettingValue>>): SettingValues {
  return Object.fromEntries(
    USER_SETTINGS.flatMap(({ name }) => {
      const value = request[name];
      return value === undefined ? [] : [[name, storedSetting(name, value)]];
    }),
  );
}

/** The settings of a request that differ from what is stored, in the order of the table. */
export function changedSettings(
  stored: Readonly<Record<string, unknown>>,
  wanted: SettingValues,
): { setting: UserSetting; value: SettingValues[string] }[] {
  return USER_SETTINGS.flatMap((setting) => {
    const value = wanted[setting.name];
    return value === undefined || value === stored[setting.name] ? [] : [{ setting, value }];
  });
}

/** Parts of an account, and settings of what others learn of it, that only its owner changes (users.md 8). */
const FOR_THEIR_OWNERS: ReadonlySet<string> = new Set([
  ...['email', 'new_password', 'timezone', 'allow_private_data_export', 'email_address_visibility'],
  ...['enable_digest_emails', 'enable_login_emails', 'enable_marketing_emails', 'presence_enabled'],
  ...['send_private_typing_notifications', 'send_read_receipts', 'send_stream_typing_notifications'],
]);

/** Whether nobody else may change it. */
export function isForTheirOwners(name: string): boolean {
  return FOR_THEIR_OWNERS.has(name);
}
