import { Param, boolean, integer, oneOf, text } from '@stoa/http-params';
import { formerValues } from './user-settings';
import type { SettingValue, UserSetting } from './user-settings';

/** Columns of small integers; only the batching period, which has bounds of its own, is larger. */
const LARGEST_SMALL_INTEGER = 32_767;
const PERIOD = 'email_notifications_batching_period_seconds';

type SettingParam = Param<SettingValue | undefined>;

/**
 * A parameter for each setting: the table of settings is their only description.
 * @param shortTexts settings whose refused values have the short text (organization.md 1.3)
 */
export function settingParams<Name extends string>(
  settings: readonly UserSetting<Name>[],
  shortTexts: ReadonlySet<string>,
): Readonly<Record<Name, SettingParam>> {
  const params = settings.map((setting) => [setting.name, paramOf(setting, shortTexts)] as const);
  return Object.fromEntries(params) as Record<Name, SettingParam>;
}

function paramOf({ name, kind, values }: UserSetting, shortTexts: ReadonlySet<string>): SettingParam {
  const common = { doc: `Setting \`${name}\`.`, optional: true } as const;
  if (kind === 'boolean') return boolean(common);
  if (values)
    return oneOf([...values, ...formerValues(name)], { ...common, text: shortTexts.has(name) ? 'short' : 'long' });
  if (kind === 'string') return text(common);
  if (name === PERIOD) return integer(common);
  return integer({ ...common, min: -LARGEST_SMALL_INTEGER, max: LARGEST_SMALL_INTEGER });
}
