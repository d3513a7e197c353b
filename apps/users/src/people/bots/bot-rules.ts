import { badRequest } from '@stoa/errors';
import { type EmbeddedBot, acceptsConfig, isSecretSetting } from '@stoa/integrations';
import { sealColumn } from '@stoa/policy';

/** The keys of its index hold no more. */
const LONGEST_KEY_BYTES = 2500;

/** @throws DomainError for keys that cannot be stored */
export function checkConfig(config: Readonly<Record<string, string>>): void {
  if (Object.keys(config).some((key) => Buffer.byteLength(key) > LONGEST_KEY_BYTES)) {
    throw badRequest('Invalid configuration data!');
  }
}

/** @throws DomainError for settings that the bot does not have */
export function checkEmbeddedConfig(bot: EmbeddedBot | undefined, config: Readonly<Record<string, string>>): void {
  if (!bot || !acceptsConfig(bot, config)) throw badRequest('Invalid configuration data!');
}

/** Settings as they are kept: secrets sealed. @param secret of the installation */
export function keptSettings(secret: string, config: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => [
      key,
      isSecretSetting(key) && value !== '' ? sealColumn(secret, 'stoa/bot-secret', value) : value,
    ]),
  );
}
