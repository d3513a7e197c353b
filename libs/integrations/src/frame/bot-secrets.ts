/** For every integration of a bot that has none of its own: of the time when bots had one secret. */
const SHARED = ['webhook_secret', 'previous_webhook_secret'] as const;

/**
 * Under which settings of a bot its secrets are kept: the one in use, and the one before it.
 * @param integration null: of every integration that has none of its own
 */
export function secretSettings(integration: string | null): readonly [current: string, former: string] {
  return integration === null ? SHARED : [`${SHARED[0]}:${integration}`, `${SHARED[1]}:${integration}`];
}

/** Keys of settings that are secrets, also for PostgreSQL. */
export const SECRET_SETTING = /^(?:previous_)?webhook_secret(?::|$)/;

/** Whether the setting of a bot is a secret: kept sealed, and never shown. */
export function isSecretSetting(key: string): boolean {
  return SECRET_SETTING.test(key);
}

/** All secrets of a bot, those of before as well. @param settings of the bot, by key */
export function webhookSecrets(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([key, value]) => (isSecretSetting(key) && value !== '' ? [value] : []));
}

/** @returns undefined for the secrets of every integration that has none of its own, and for what is no secret */
export function integrationOfSecret(key: string): string | undefined {
  const shared = SHARED.find((name) => key.startsWith(`${name}:`));
  return shared && key.slice(shared.length + 1);
}

/**
 * The secrets of which one must have signed what an integration delivers (mail-and-integrations.md 8.3). A bot that has a
 * secret takes nothing by its key alone: else who knows the key would say that another tool had sent it.
 * @param settings of the bot
 * @returns null if none is needed; empty if nothing that this integration delivers is taken
 */
export function neededSecrets(
  integration: string,
  settings: Readonly<Record<string, string>>,
): readonly string[] | null {
  const valuesOf = (keys: readonly string[]): string[] => keys.flatMap((key) => settings[key] || []);
  const own = valuesOf(secretSettings(integration));
  if (own.length > 0) return own;
  const shared = valuesOf(secretSettings(null));
  if (shared.length > 0) return shared;
  return Object.keys(settings).some((key) => isSecretSetting(key) && settings[key] !== '') ? [] : null;
}
