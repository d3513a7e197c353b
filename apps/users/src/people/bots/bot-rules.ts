import { badRequest } from '@stoa/errors';
import { type EmbeddedBot, acceptsConfig } from '@stoa/integrations';

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
