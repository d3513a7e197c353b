import { LANGUAGE_NAMES, NOTIFICATION_SOUNDS, USER_SETTINGS, type UserSettingName } from '@stoa/contracts/users';
import { settingsTexts, ts } from '../../strings/settings-strings';

export type FieldValue = boolean | number | string;

/**
 * A setting as a control shows it. Its texts follow from its name: `setting.NAME`, `setting.NAME.hint` if there is more to
 * say, and `setting.NAME.is.VALUE` for each value of a choice.
 */
export type Field =
  | { readonly kind: 'switch'; readonly name: string }
  | {
      readonly kind: 'choice';
      readonly name: string;
      readonly values: readonly (string | number)[];
      /** Where values name themselves. */
      readonly optionText?: (value: string | number) => string;
    }
  | { readonly kind: 'number'; readonly name: string; readonly min: number; readonly max: number }
  | { readonly kind: 'text'; readonly name: string; readonly maxLength?: number; readonly isLong?: boolean };

/** Settings that stand together under a heading: `section.TITLE`. */
export interface Section {
  readonly title: string;
  readonly settings: readonly UserSettingName[];
}

/** What numbers may be, where the service does not say it. */
const RANGES: Partial<Record<UserSettingName, readonly [min: number, max: number]>> = {
  web_font_size_px: [12, 20],
  web_line_height_percent: [122, 158],
  email_notifications_batching_period_seconds: [1, 604_800],
};

/** A language by its own name, as its speakers look for it. */
function languageName(code: string | number): string {
  const tag = String(code).replace('_', '-');
  const own = new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag);
  const english = LANGUAGE_NAMES[String(code)] ?? String(code);
  return own === undefined || own === english ? english : `${own} – ${english}`;
}

export const languageField = (name: string): Field => ({
  kind: 'choice',
  name,
  values: Object.keys(LANGUAGE_NAMES),
  optionText: languageName,
});

/** Two have texts of their own; the others are called by their names. */
function soundName(sound: string | number): string {
  const key = `setting.notification_sound.is.${sound}`;
  return settingsTexts.has(key) ? ts(key) : String(sound);
}

const SPECIAL: Partial<Record<UserSettingName, Field>> = {
  default_language: languageField('default_language'),
  notification_sound: {
    kind: 'choice',
    name: 'notification_sound',
    values: ['none', ...NOTIFICATION_SOUNDS],
    optionText: soundName,
  },
};

/** The control for a personal setting: the contract's table of settings says which kind it is. */
export function personalField(name: UserSettingName): Field {
  const special = SPECIAL[name];
  if (special) return special;
  const setting = USER_SETTINGS.find((known) => known.name === name);
  if (!setting || setting.kind === 'boolean') return { kind: 'switch', name };
  if (setting.values) return { kind: 'choice', name, values: setting.values };
  const range = RANGES[name];
  return range ? { kind: 'number', name, min: range[0], max: range[1] } : { kind: 'text', name };
}

/** What a new account starts with in this setting is the organization's to say. */
export function hasDefault(name: UserSettingName): boolean {
  return USER_SETTINGS.some((setting) => setting.name === name && setting.inRealmDefaults);
}
