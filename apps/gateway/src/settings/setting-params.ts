import { SettingValues, USER_SETTINGS, UserSetting } from '@stoa/contracts';
import { BooleanParam, EnumParam, IntegerParam, StringParam } from '@stoa/http-params';

/** Columns of small integers; only the batching period, which has bounds of its own, is larger. */
const LARGEST_SMALL_INTEGER = 32_767;
const PERIOD = 'email_notifications_batching_period_seconds';

/**
 * Declares a parameter for each setting: the table of settings is their only description.
 * @param shortTexts settings whose refused values have the short text (organization.md 1.3)
 */
export function declareSettings(
  type: { prototype: object },
  settings: readonly UserSetting[],
  shortTexts: ReadonlySet<string>,
): void {
  for (const setting of settings) decoratorOf(setting, shortTexts)(type.prototype, setting.name);
}

function decoratorOf({ name, kind, values }: UserSetting, shortTexts: ReadonlySet<string>): PropertyDecorator {
  const common = { doc: `Setting \`${name}\`.`, optional: true };
  if (kind === 'boolean') return BooleanParam(common);
  if (values) return EnumParam(values, { ...common, text: shortTexts.has(name) ? 'short' : 'long' });
  if (kind === 'string') return StringParam(common);
  if (name === PERIOD) return IntegerParam(common);
  return IntegerParam({ ...common, min: -LARGEST_SMALL_INTEGER, max: LARGEST_SMALL_INTEGER });
}

/** The settings that a request names. */
export function settingValues(params: object): SettingValues {
  return Object.fromEntries(
    USER_SETTINGS.flatMap(({ name }) => {
      const value: unknown = Reflect.get(params, name);
      const isSent = typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string';
      return isSent ? [[name, value]] : [];
    }),
  );
}
